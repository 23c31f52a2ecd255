import { existsSync, readdirSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';

const remotes = readdirSync(import.meta.dirname).filter(
  (name) => name.startsWith('mf-') && existsSync(`${import.meta.dirname}/${name}/package.json`),
);
const tests = ['**/*.test.{ts,tsx}'];
/**
 * What lives as long as its page: the whole shell, as single-spa never lets go of its applications, its database, and the
 * health reports, which are sent when the page is left.
 */
const wholePage = [
  'start-shell.test.tsx',
  'deferred/deferred-parts.test.tsx',
  'offline/{copies,waiting,waiting-attempts,waiting-order}.test.ts',
].map((file) => `src/${file}`);
const windows: { name: string; include: string[]; exclude?: string[]; folder?: string; isolate?: boolean }[] = [
  ...['shared-kernel', ...remotes].map((name) => ({ name, include: tests })),
  { name: 'shell', include: tests, exclude: [...configDefaults.exclude, ...wholePage] },
  { name: 'shell-start', folder: 'shell', include: wholePage, isolate: true },
];
/** Milliseconds that a busy machine has; nothing is asserted about time. */
const patience = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000, interval: 10 } } };
const node = ['service', 'deploy', 'docs'];

export default defineConfig({
  test: {
    projects: [
      ...windows.map(({ name, folder = name, isolate = false, ...files }) => ({
        test: {
          name,
          root: `./${folder}`,
          environment: 'happy-dom',
          css: { modules: { classNameStrategy: 'non-scoped' as const } },
          // A window takes longer to make than most tests: the files of a package share one.
          isolate,
          setupFiles: ['../shared-kernel/testing/setup.ts', '../shared-kernel/testing/patience.ts'],
          restoreMocks: true,
          ...patience,
          ...files,
        },
      })),
      ...node.map((name) => ({
        test: {
          name,
          root: `./${name}`,
          environment: 'node',
          include: ['**/*.test.ts'],
          // Each file makes what it needs, as an app with its database: one process imports packages once for all of them.
          isolate: false,
          ...(name === 'service' ? { globalSetup: ['./src/testing/database.ts'] } : {}),
          setupFiles: [
            '../shared-kernel/testing/patience.ts',
            ...(name === 'service' ? ['./src/testing/setup.ts'] : []),
          ],
          restoreMocks: true,
          unstubEnvs: true,
          ...patience,
        },
      })),
    ],
  },
});
