import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';

const WINDOWS = process.platform === 'win32';

/** Vite's own bounds. On an older Node it fails too, but with an error that says nothing of Node. */
function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  throw new Error(`Node 20.19, 22.12 or anything later than these is needed. This is ${process.version}.`);
}

/** Installs the packages that the lock file names, unless they are there already. Runs on plain Node. */
export function installPackages() {
  checkNode();
  const mark = 'node_modules/.package-lock.json';
  if (existsSync(mark) && statSync(mark).mtimeMs >= statSync('package-lock.json').mtimeMs) return;
  // the tools too, even where NODE_ENV says production
  run(npm('ci', '--include=dev', '--no-audit', '--no-fund'));
}

/** A command as `spawn` and `execFileSync` take it. Windows finds npm through a shell only. */
export const npm = (...args) => ['npm', args, { shell: WINDOWS }];

/** A package's command, run by Node itself: with npx or a shell between, a signal to end would not get through. */
export function tool(name, [command, ...args]) {
  const { bin } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  return [process.execPath, [`node_modules/${name}/${typeof bin === 'string' ? bin : bin[command]}`, ...args], {}];
}

export function run([command, args, options]) {
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
}

/** Calls `end` when this process is told to end, or is left behind: npm passes a signal to the shell between, and no further. */
export function whenToEnd(end) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 500).unref();
}
