import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installBrowser } from './browser.mjs';
import { installPackages, npm, tool, whenToEnd } from './install.mjs';

/**
 * `npm test`: installs what is missing, a browser too, and runs every check. Ends with `N passed, N failed`: the tests that
 * vitest and Playwright report, and with the failed ones every other step that failed.
 */
const reports = mkdtempSync(join(tmpdir(), 'fencepost-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
const unit = join(reports, 'unit.json');
const pages = join(reports, 'pages.json');
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

let child;
let ended = false;
whenToEnd((signal) => {
  ended = true;
  // a terminal sends its Ctrl-C to all; what else ends us is passed on as the signal at which vitest and Playwright clean up
  if (signal !== 'SIGINT') child?.kill('SIGINT');
});

/** Runs a command to its end; throws unless it ends well. */
function command([name, args, options], env = {}) {
  return new Promise((resolve, reject) => {
    child = spawn(name, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env }, ...options });
    child.on('error', reject);
    child.on('close', (code, signal) => (code === 0 ? resolve() : reject(new Error(`ended with ${code ?? signal}`))));
  });
}

const done = [];

/** A step, and how many of its tests passed and failed, as `count` reads it from its report. */
async function step(name, run, count) {
  if (ended) return;
  console.log(`\n— ${name}`);
  const start = Date.now();
  let error;
  try {
    await run();
  } catch (thrown) {
    error = thrown;
    console.error(`${name}: ${thrown.message}`);
  }
  const { passed, failed, skipped = 0 } = counted(count) ?? { passed: 0, failed: 0 };
  // without a report, and for a file that does not even load, no test counts as failed: the step as a whole does
  done.push({ name, passed, failed: error ? Math.max(1, failed) : failed, skipped, ms: Date.now() - start });
  return !error;
}

/** Nothing, where the step has no report, or did not get as far as writing one. */
function counted(count) {
  try {
    return count?.();
  } catch {
    return undefined;
  }
}

function summary() {
  if (ended) done.push({ name: 'stopped before the end', passed: 0, failed: 1, skipped: 0, ms: 0 });
  console.log();
  for (const { name, passed, failed, skipped, ms } of done) {
    const tests = Object.entries({ passed, failed, skipped }).filter(([, n]) => n > 0);
    const told = tests.map(([outcome, n]) => `${n} ${outcome}`).join(', ');
    console.log(
      `${failed ? '✗' : '✓'} ${name.padEnd(14)} ${`${(ms / 1000).toFixed(1)} s`.padStart(8)}  ${told}`.trimEnd(),
    );
  }
  const sum = (key) => done.reduce((all, one) => all + one[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0;
}

if (await step('packages', async () => installPackages())) {
  const browser = await step('browser', async () => installBrowser());
  await step('types', () => command(tool('typescript', ['tsc', '--noEmit'])));
  await step('lint', () => command(tool('@biomejs/biome', ['biome', 'ci', '--error-on-warnings', '.'])));
  await step('dead code', () => command(tool('knip', ['knip'])));
  await step(
    'unit tests',
    () =>
      command(tool('vitest', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`])),
    () => {
      const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = json(unit);
      return { passed, failed, skipped };
    },
  );
  const built = await step('build', () => command(npm('run', '--silent', 'build')));
  if (built) await step('size', () => command(tool('size-limit', ['size-limit'])));
  if (built && browser) {
    await step(
      'browser tests',
      () =>
        command(tool('@playwright/test', ['playwright', 'test', '--reporter=list,json']), {
          PLAYWRIGHT_JSON_OUTPUT_NAME: pages,
        }),
      () => {
        const { expected: passed, unexpected, flaky, skipped } = json(pages).stats;
        return { passed, failed: unexpected + flaky, skipped };
      },
    );
  }
}
process.exit(summary() ? 0 : 1);
