import { defineConfig } from '@playwright/test';
import { browser } from './e2e/setup/browser.mjs';

const port = Number(process.env['PORT'] ?? 4173);

/** The built page, used in a browser as a person does. `npm test` builds it first. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    launchOptions: browser(),
    viewport: { width: 1440, height: 900 },
  },
  webServer: {
    command: `npx vite preview --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: !process.env['CI'],
  },
});
