import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { run, tool } from './install.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Where a browser may be: named by hand, on the PATH, where a Mac has it. Without one, Playwright looks for its own. */
function executable() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), MAC].find(existsSync);
}

const ROOT = process.getuid?.() === 0;

/** No sandbox can be set up as root; the rest keeps the browser from calling home. */
const ARGS = [
  ...(ROOT ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How to launch it, for Playwright. */
export function browser() {
  const executablePath = executable();
  return { args: ARGS, ...(executablePath ? { executablePath } : {}) };
}

/** Makes sure that there is a browser: Debian's package where this is a Debian and we are root, else Playwright's own. */
export function installBrowser() {
  if (executable()) return;
  // only now, and not as an import: before `npm ci` it is not there
  const { chromium } = createRequire(import.meta.url)('@playwright/test');
  if (existsSync(chromium.executablePath())) return;
  if (ROOT && existsSync('/usr/bin/apt-get')) {
    try {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      run(['apt-get', ['update', '-qq'], { env }]);
      run(['apt-get', ['install', '-y', '-qq', 'chromium'], { env }]);
    } catch {
      console.log('No Chromium from apt-get (Ubuntu has it as a snap only). Next, Playwright’s own.');
    }
    if (executable()) return;
  }
  run(tool('@playwright/test', ['playwright', 'install', 'chromium']));
}
