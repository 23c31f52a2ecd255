import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import all from '../../vitest.config.ts';
import { targets } from './targets.ts';

/** The workspace's own configuration, reduced to the project and tests of one target, which run for each mutant. */
const target = targets[process.env['ATRIUM_MUTATE'] ?? ''];
if (!target) throw new Error('ATRIUM_MUTATE names no target.');
const root = join(import.meta.dirname, '../..');
const isInline = (project: unknown): project is TestProjectInlineConfiguration =>
  typeof project === 'object' && project !== null && 'test' in project;

/**
 * What failed last comes first, then what is quick: the first test that fails ends the run of a mutant. Vitest itself
 * begins with the longest, which suits several workers.
 */
class QuickFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const resultOf = (spec: TestSpecification) => this.ctx.cache.getTestSpecificationResult(spec);
    const failed = (spec: TestSpecification) => Number(resultOf(spec)?.failed ?? false);
    const duration = (spec: TestSpecification) => resultOf(spec)?.duration ?? 0;
    return specs.toSorted((one, other) => failed(other) - failed(one) || duration(one) - duration(other));
  }
}

export default defineConfig({
  root,
  test: {
    sequence: { sequencer: QuickFirst },
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
