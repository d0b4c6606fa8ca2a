import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';
import { browser } from './e2e/setup/browser.mjs';

/** A port that nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 4173));
    });
  });
}

// A port of its own, so that a run never tests what another checkout serves. The workers read this file again, and inherit it.
// Given by hand, as in `PORT=4173 npx playwright test`, the page that is already served there is the one that is tested.
process.env['PORT'] ??= String(await freePort());
const port = Number(process.env['PORT']);

/** The built page, used in a browser as a person does. `npm test` builds it first. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  globalTimeout: 600_000,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    launchOptions: browser(),
    viewport: { width: 1440, height: 900 },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: !process.env['CI'],
  },
});
