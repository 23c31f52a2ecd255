import { defineConfig } from 'vitest/config';

/** Tests of what was built: they need the workspace's builds in the store. */
export default defineConfig({
  test: { root: import.meta.dirname, include: ['built/*.built.ts'], environment: 'node' },
});
