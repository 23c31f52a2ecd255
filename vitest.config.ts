import { existsSync, readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const remotes = readdirSync(import.meta.dirname).filter(
  (name) => name.startsWith('mf-') && existsSync(`${import.meta.dirname}/${name}/package.json`),
);
const dom = ['shared-kernel', 'shell', ...remotes];
/** Milliseconds that a busy machine has; nothing is asserted about time. */
const patience = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };
const node = ['service', 'deploy', 'docs'];

export default defineConfig({
  test: {
    projects: [
      ...dom.map((name) => ({
        test: {
          name,
          root: `./${name}`,
          environment: 'happy-dom',
          include: ['**/*.test.{ts,tsx}'],
          css: { modules: { classNameStrategy: 'non-scoped' as const } },
          // A window takes longer to make than most tests; single-spa holds its applications for as long as the page lives.
          isolate: name === 'shell',
          setupFiles: ['../shared-kernel/testing/setup.ts', '../shared-kernel/testing/patience.ts'],
          restoreMocks: true,
          ...patience,
        },
      })),
      ...node.map((name) => ({
        test: {
          name,
          root: `./${name}`,
          environment: 'node',
          include: ['**/*.test.ts'],
          // Each file makes its own app and database: one process imports the service's packages once for all of them.
          ...(name === 'service' ? { isolate: false, globalSetup: ['./src/testing/database.ts'] } : {}),
          setupFiles: ['../shared-kernel/testing/patience.ts'],
          restoreMocks: true,
          ...patience,
        },
      })),
    ],
  },
});
