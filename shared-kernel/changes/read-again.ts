import type { Query, QueryClient } from '@tanstack/react-query';
import { isCallFailure } from '../client/failure.ts';
import type { ChangeItem } from '../contracts/entities/change.ts';
import { queryKeysOf } from './query-keys.ts';
import { createRepeatedRead } from './repeated-read.ts';

/** The name under which calls declare this change. */
export const nameOf = ({ kind, team }: ChangeItem & { type: 'changed' }): string =>
  `${team === undefined ? 'person' : 'team'}.${kind}`;

/** Runs once no mutation of this cache is pending, because its optimistic result would be overwritten. */
const whenSettled = (queries: QueryClient, run: () => void): void => {
  if (queries.isMutating() === 0) return run();
  const stop = queries.getMutationCache().subscribe(() => {
    if (queries.isMutating() > 0) return;
    stop();
    run();
  });
};

/** Never aborted: a cache that is gone has no active query, and so nothing of it is read. */
const neverAborted = new AbortController().signal;

/**
 * Reads again in each cache what a change concerns, or everything after `reset`. Queries that are not shown are read
 * when they are shown.
 */
export const readAgain = (caches: Iterable<QueryClient>, item: ChangeItem): void => {
  if (item.type === 'alive') return;
  const keys = item.type === 'reset' ? undefined : queryKeysOf(nameOf(item));
  if (keys?.length === 0) return;
  const affected = {
    predicate: ({ queryKey: [first] }: Query) => keys === undefined || keys.some((key) => key === first),
  };
  for (const queries of caches) {
    const read = createRepeatedRead(async () => {
      // Of the running reads, the library repeats only those of shown data. The answers to others, first reads above
      // all, may be older than the change, so they are invalidated again when they arrive.
      const notRepeated = queries
        .getQueryCache()
        .findAll({ ...affected, fetchStatus: 'fetching' })
        .filter((query) => query.state.data === undefined || !query.isActive());
      const ended = Promise.allSettled(notRepeated.flatMap(({ promise }) => promise ?? []));
      await queries.invalidateQueries(affected);
      if (notRepeated.length > 0) {
        await ended;
        await queries.invalidateQueries({ predicate: (query) => notRepeated.includes(query) });
      }
      const shown = queries.getQueryCache().findAll({ ...affected, type: 'active', fetchStatus: 'idle' });
      const failed = shown.find(({ state }) => state.isInvalidated && isCallFailure(state.error));
      if (failed) throw failed.state.error;
    }, neverAborted);
    whenSettled(queries, read);
  }
};
