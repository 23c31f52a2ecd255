import { createHash } from 'node:crypto';
import { codes, type ReleaseContext } from '../commands/command.ts';
import { type Environment, environmentText } from '../environment.ts';
import { withGoodPrevious } from '../previous.ts';
import { resolveReleaseSet } from '../release-set.ts';
import { type Action, planOf } from './actions.ts';

/** What an action would do now, without changing anything. */
export interface Preview {
  /** Whether it would be executed. */
  readonly fits: boolean;
  /** What it changes, or why it does not fit, for people. */
  readonly lines: readonly string[];
  /** The pins after it; undefined if nothing would change. */
  readonly after: Environment | undefined;
  /** Whether it ends a running canary, which somebody has to agree to. */
  readonly endsCanary: boolean;
}

/** Runs the action's own command on a copy of the pins that is never written. */
export const previewOf = async (context: ReleaseContext, environment: string, given: Action): Promise<Preview> => {
  let after: Environment | undefined;
  let endsCanary = false;
  const { pinned: _, checkSigning: __, registry, ...rest } = context;
  const declared = new Set<string>();
  const good: typeof registry.good = async (name, part, version) =>
    declared.has(`${name} ${part}@${version}`)
      ? { by: 'preview', at: new Date().toISOString() }
      : registry.good(name, part, version);
  const dry: ReleaseContext = {
    ...rest,
    registry: {
      ...registry,
      good,
      async change(name, _how, make) {
        after = await withGoodPrevious({ ...registry, good }, await make(await registry.read(name)));
        return after;
      },
      note: async () => {},
      async declareGood(name, part, version) {
        declared.add(`${name} ${part}@${version}`);
      },
    },
    async confirm() {
      endsCanary = true;
      return true;
    },
  };
  const { command, args } = planOf(environment, given);
  try {
    const { code, lines } = await command.run(dry, args);
    return { fits: code === codes.done, lines, after, endsCanary };
  } catch (error) {
    return { fits: false, lines: [error instanceof Error ? error.message : String(error)], after, endsCanary };
  }
};

/** The id of the set that the current pins make. */
export const pinnedId = async ({ registry, store, built }: ReleaseContext, environment: Environment): Promise<string> =>
  resolveReleaseSet(await withGoodPrevious(registry, environment), store, built(environment.environment)).id;

export const pinsHash = (environment: Environment): string =>
  createHash('sha256').update(environmentText(environment)).digest('hex');
