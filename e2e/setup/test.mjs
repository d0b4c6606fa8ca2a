import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installBrowser } from './browser.mjs';
import { installPackages } from './install.mjs';

/** `npm test`: installs what is missing, a browser too, and runs every check. Ends with `N passed, N failed`. */
installPackages();
installBrowser();

const reports = mkdtempSync(join(tmpdir(), 'fencepost-'));
const unit = join(reports, 'unit.json');
const pages = join(reports, 'pages.json');

let passed = 0;
let failed = 0;

/** A step passes or fails as a whole, unless `count` reads from its report how many of its tests did. */
function step(name, [command, ...args], { count, env = {} } = {}) {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const counted = count ? read(count) : { passed: status === 0 ? 1 : 0, failed: 0 };
  passed += counted.passed;
  failed += status === 0 ? counted.failed : Math.max(1, counted.failed);
}

/** A report that was never written counts for nothing: the step's own status says that it failed. */
function read(count) {
  try {
    return count();
  } catch {
    return { passed: 0, failed: 0 };
  }
}

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

step('types', ['npx', 'tsc', '--noEmit']);
step('lint', ['npx', 'biome', 'ci', '--error-on-warnings', '.']);
step('dead code', ['npx', 'knip']);
step('unit tests', ['npx', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`], {
  count: () => ({ passed: json(unit).numPassedTests, failed: json(unit).numFailedTests }),
});
step('build', ['npm', 'run', 'build']);
step('size', ['npx', 'size-limit']);
step('browser tests', ['npx', 'playwright', 'test', '--reporter=list,json'], {
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: pages },
  count: () => ({ passed: json(pages).stats.expected, failed: json(pages).stats.unexpected + json(pages).stats.flaky }),
});

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
