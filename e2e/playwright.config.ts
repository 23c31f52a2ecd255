import { defineConfig } from 'playwright/test';
import { chromiumFlags } from '@atrium/deploy/ci/browser-flags';

/**
 * The browser comes from `deploy/ci/browser.ts` by ATRIUM_CHROMIUM; the product from `global-setup.ts` by ATRIUM_URL.
 */
const report = process.env['ATRIUM_JOURNEYS_REPORT'];
const executablePath = process.env['ATRIUM_CHROMIUM'];
/**
 * The optimizing compilers of V8 cost more than they gain: most pages of a journey live for seconds. The main journeys
 * in every browser, and the benchmarks, run with them.
 */
const withoutOptimizers = '--js-flags=--no-opt --no-maglev';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/journeys',
  // Node removes the types itself, which takes a fraction of the time of Playwright's own transform.
  build: { external: ['**/*.ts'] },
  globalSetup: './global-setup.ts',
  // Each worker has its own product, and a developer of a journey should not wait for two to start.
  workers: report ? 2 : 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // Retries only in full runs. A developer of a journey sees its first failure.
  retries: report ? 1 : 0,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    // Recording a journey takes a fifth longer, so full runs record only the second attempt of one that failed.
    trace: report ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: { args: [...chromiumFlags, withoutOptimizers], ...(executablePath ? { executablePath } : {}) },
  },
});
