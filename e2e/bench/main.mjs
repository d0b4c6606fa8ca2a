import { chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { installBrowser, browser as launch } from '../setup/browser.mjs';

/** `npm run bench`: builds the benchmark's page, runs it in a browser, and prints what it measured, in ms. */
installBrowser();
const outDir = '../../node_modules/.cache/fencepost-bench';
const options = {
  root: 'e2e/bench',
  configFile: false,
  logLevel: 'error',
  base: './',
  build: { outDir, emptyOutDir: true, target: 'es2023' },
};
await build(options);
const server = await preview({ ...options, preview: { port: 4188, host: '127.0.0.1' } });
const browser = await chromium.launch(launch());
const ms = (value) => value.toFixed(value < 10 ? 2 : 1).padStart(7);

/** A fresh page: nothing is interned, nothing is compiled. */
async function open(throttle = 1) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const session = await page.context().newCDPSession(page);
  await page.goto('http://127.0.0.1:4188/');
  await page.waitForFunction(() => 'bench' in window);
  if (throttle > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  return page;
}

try {
  let page = await open();
  const ids = await page.evaluate(() => window.bench.ids());

  console.log('One simulation, first in a fresh page and again (median of 200); XState is asked only the first time');
  for (const id of ids) {
    await page.close();
    page = await open();
    const { cold, warm } = await page.evaluate((id) => window.bench.cold(id), id);
    console.log(
      `  ${id.padEnd(24)} cold ${ms(cold)}  warm ${ms(warm)}  XState and compiling: ${Math.round((1 - warm / cold) * 100)} % of the cold run`,
    );
  }

  for (const throttle of [1, 4]) {
    console.log(
      `\nFrom a moved pointer to the picture, ${throttle}× CPU throttling: warm (after 150 moves): p50, p95; p95 of the first 20 moves; and p95 of the parts, warm`,
    );
    await page.close();
    page = await open(throttle);
    for (const id of ids) print(id, await page.evaluate((id) => window.bench.drag(id, 200), id));
  }

  console.log('\nThe same with 2,000 events, and Mermaid drawing as many messages');
  await page.close();
  page = await open();
  const long = await page.evaluate(() => window.bench.long(2000, 120));
  print('2,000 events', long);
  const mermaid = await page.evaluate((n) => window.bench.mermaid(n), long.messages);
  console.log(
    `  Mermaid draws ${long.messages} messages in ${ms(mermaid)}: ${(mermaid / long.p50).toFixed(0)} times as long as everything here`,
  );
} finally {
  await browser.close();
  server.httpServer.close();
}

function print(name, { events, first, p50, p95, simulate, judge, layout, draw }) {
  console.log(
    `  ${name.padEnd(24)} ${String(events).padStart(5)} events  p50 ${ms(p50)}  p95 ${ms(p95)}  first moves p95 ${ms(first)}  (simulate ${ms(simulate)}, verdicts ${ms(judge)}, layout ${ms(layout)}, draw ${ms(draw)})`,
  );
}
