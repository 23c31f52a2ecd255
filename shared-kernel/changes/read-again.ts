import type { Query, QueryClient } from '@tanstack/react-query';
import { isCallFailure } from '../client/failure.ts';
import type { ChangeItem } from '../contracts/entities/change.ts';
import { queryKeysOf } from './query-keys.ts';
import { createRepeatedRead } from './repeated-read.ts';

/** The name under which calls declare such a change. */
export const nameOf = ({ kind, team }: ChangeItem & { type: 'changed' }): string =>
  `${team === undefined ? 'person' : 'team'}.${kind}`;

/** Runs once no call of this cache is under way that shows its result before the service has it. */
const whenSettled = (queries: QueryClient, run: () => void): void => {
  if (queries.isMutating() === 0) return run();
  const stop = queries.getMutationCache().subscribe(() => {
    if (queries.isMutating() > 0) return;
    stop();
    run();
  });
};

/** A cache that is gone shows no query, and so nothing of it is read. */
const always = new AbortController().signal;

/** Reads again, in each cache, what a change concerns; after `reset` all of it. What nobody shows is read when it is shown. */
export const readAgain = (caches: Iterable<QueryClient>, item: ChangeItem): void => {
  if (item.type === 'alive') return;
  const keys = item.type === 'reset' ? undefined : queryKeysOf(nameOf(item));
  if (keys?.length === 0) return;
  const concerned = {
    predicate: ({ queryKey: [first] }: Query) => keys === undefined || keys.some((key) => key === first),
  };
  for (const queries of caches) {
    const read = createRepeatedRead(async () => {
      await queries.invalidateQueries(concerned);
      const shown = queries.getQueryCache().findAll({ ...concerned, type: 'active', fetchStatus: 'idle' });
      const failed = shown.find(({ state }) => state.isInvalidated && isCallFailure(state.error));
      if (failed) throw failed.state.error;
    }, always);
    whenSettled(queries, read);
  }
};
