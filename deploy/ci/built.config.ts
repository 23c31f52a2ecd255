import { defineConfig } from 'vitest/config';

/** Tests of the built files. They need the workspace's builds in the store. */
export default defineConfig({
  test: { root: import.meta.dirname, include: ['built/*.built.ts'], environment: 'node' },
});
