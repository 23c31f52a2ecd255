import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import all from '../../vitest.config.ts';
import { targets } from './targets.ts';

/** The workspace's own configuration, reduced to the project and tests of one target, which run for each mutant. */
const target = targets[process.env['ATRIUM_MUTATE'] ?? ''];
if (!target) throw new Error('ATRIUM_MUTATE names no target.');
const root = join(import.meta.dirname, '../..');
const isInline = (project: unknown): project is TestProjectInlineConfiguration =>
  typeof project === 'object' && project !== null && 'test' in project;

export default defineConfig({
  root,
  test: {
    projects: (all.test?.projects ?? [])
      .filter(isInline)
      .filter(({ test }) => test?.name === target.project)
      .map(({ test }) => ({
        test: {
          ...test,
          root: join(root, target.project),
          include: [...target.tests],
          // The mutated code renders nothing, and creating a window takes longer than its tests.
          environment: 'node',
          setupFiles: [],
        },
      })),
  },
});
