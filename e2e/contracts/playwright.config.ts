import { defineConfig } from 'playwright/test';
import journeys from '../playwright.config.ts';

const report = process.env['ATRIUM_CONTRACTS_REPORT'];

/** The contract suites: every built remote, old and new, in every shell, old and new. */
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
  // Rendering less costs less: a small window that still shows both bars.
  use: {
    ...journeys.use,
    viewport: { width: 1240, height: 640 },
    trace: 'on-first-retry',
    actionTimeout: 10_000,
    contextOptions: { reducedMotion: 'reduce' },
  },
  reporter: [['./matrix-reporter.ts'], ...(report ? [['json', { outputFile: report }] as const] : [])],
});
