import { defineConfig } from 'playwright/test';
import journeys from '../playwright.config.ts';

const report = process.env['ATRIUM_CONTRACTS_REPORT'];

/** The contract suites: every remote, old and new, built, in every shell, old and new. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '**/*.contract.ts',
  outputDir: '../../test-results/contracts',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  expect: { timeout: 10_000 },
  retries: report ? 1 : 0,
  use: { ...journeys.use, trace: 'on-first-retry' },
  reporter: [['./matrix-reporter.ts'], ...(report ? [['json', { outputFile: report }] as const] : [])],
});
