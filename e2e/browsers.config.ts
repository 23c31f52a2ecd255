import { defineConfig } from 'playwright/test';
import { browserNames } from '@atrium/deploy/ci/browser';

/** The main journeys, in any engine: `pnpm journeys --browser firefox`. */
const report = process.env['ATRIUM_JOURNEYS_REPORT'];

export default defineConfig({
  testDir: 'browsers',
  testMatch: '*.journey.ts',
  outputDir: '../test-results/browsers',
  // As in the other journeys.
  build: { external: ['**/*.ts'] },
  globalSetup: './global-setup.ts',
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: report ? 1 : 0,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  projects: browserNames.map((name) => ({ name })),
});
