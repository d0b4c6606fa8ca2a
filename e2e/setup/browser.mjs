import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a browser may be: named by hand, on the PATH. Without one, Playwright looks for its own. */
function executable() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** No sandbox can be set up as root; the rest keeps the browser from calling home. */
const ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
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
  const apt = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  const run = (command, ...args) => execFileSync(command, args, { stdio: 'inherit' });
  if (apt) {
    run('apt-get', 'update', '-qq');
    run('apt-get', 'install', '-y', '-qq', 'chromium');
  } else {
    run('npx', 'playwright', 'install', 'chromium');
  }
}
