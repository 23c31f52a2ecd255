import { defineConfig } from 'playwright/test';
import { chromiumFlags } from '@atrium/deploy/ci/browser-flags';

/** The browser comes from `deploy/ci/browser.ts` by ATRIUM_CHROMIUM; the product from `global-setup.ts` by ATRIUM_URL. */
const report = process.env['ATRIUM_JOURNEYS_REPORT'];
const executablePath = process.env['ATRIUM_CHROMIUM'];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/journeys',
  globalSetup: './global-setup.ts',
  // Each worker has a product of its own; who works on a journey waits for one only.
  workers: report ? 2 : 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // Where the whole is proved; who works on a journey sees its first failure.
  retries: report ? 1 : 0,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    // A recorded journey costs a fifth more: the proof of the whole records the second try of one that failed.
    trace: report ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: { args: [...chromiumFlags], ...(executablePath ? { executablePath } : {}) },
  },
});
