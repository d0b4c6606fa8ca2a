import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

/** Installs the packages that the lock file names, unless they are there already. Runs on plain Node. */
export function installPackages() {
  const mark = 'node_modules/.package-lock.json';
  if (existsSync(mark) && statSync(mark).mtimeMs >= statSync('package-lock.json').mtimeMs) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { stdio: 'inherit' });
}
