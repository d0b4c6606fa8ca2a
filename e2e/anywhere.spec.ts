import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { build, type PreviewServer, preview } from 'vite';
import { parseScenario } from '../src/scenario/parse.ts';
import { simulate } from '../src/simulate/simulate.ts';
import { expect, test } from './setup/fixtures.ts';

const options = {
  root: 'e2e/anywhere',
  configFile: false,
  logLevel: 'error',
  base: './',
  build: { outDir: '../../node_modules/.cache/fencepost-anywhere', emptyOutDir: true, target: 'es2023' },
} as const;

let server: PreviewServer;
test.beforeAll(async () => {
  await build(options);
  server = await preview({ ...options, preview: { port: 0, host: '127.0.0.1' } });
});
test.afterAll(() => {
  server.httpServer.close();
});

const shipped = readdirSync('src/scenario/library').map((file) =>
  JSON.parse(readFileSync(`src/scenario/library/${file}`, 'utf8')),
);

test('a document gives the same trace, byte for byte, in Node, in a page and in a worker', async ({ page }) => {
  const { port } = server.httpServer.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction(() => 'traces' in window);
  // with chance in it as well: jitter is drawn from the seed
  const jittery = { ...shipped[0], seed: 42, network: { latency: 100, jitter: 900 } };
  for (const document of [...shipped, jittery]) {
    const parsed = parseScenario(document);
    if (!parsed.ok) throw new Error('a wrong document');
    const here = JSON.stringify(simulate(parsed.scenario).events);
    const there = await page.evaluate((sent) => window.traces(sent), document);
    expect(there.page === here && there.worker === here, document.id).toBe(true);
  }
});
