import { defineConfig } from 'vitest/config';

const dom = ['shared-kernel', 'shell', 'mf-auth', 'mf-chat', 'mf-workspace', 'mf-teams', 'mf-billing'];
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
          setupFiles: ['../shared-kernel/testing/setup.ts'],
          restoreMocks: true,
        },
      })),
      ...node.map((name) => ({
        test: {
          name,
          root: `./${name}`,
          environment: 'node',
          include: ['**/*.test.ts'],
          ...(name === 'service' ? { globalSetup: ['./src/testing/database.ts'] } : {}),
          restoreMocks: true,
        },
      })),
    ],
  },
});
