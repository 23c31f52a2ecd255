import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import all from '../../vitest.config.ts';
import { targets } from './targets.ts';

/** The workspace's own configuration, of one target's project and tests: they run again for each mutant. */
const target = targets[process.env['ATRIUM_MUTATE'] ?? ''];
if (!target) throw new Error('ATRIUM_MUTATE names no target.');
const root = join(import.meta.dirname, '../..');
const projects = (all.test?.projects ?? []) as TestProjectInlineConfiguration[];

export default defineConfig({
  root,
  test: {
    projects: projects
      .filter(({ test }) => test?.name === target.project)
      .map(({ test }) => ({
        test: {
          ...test,
          root: join(root, target.project),
          include: [...target.tests],
          // What is mutated draws nothing, and a window takes longer to make than its tests.
          environment: 'node',
          setupFiles: [],
        },
      })),
  },
});
