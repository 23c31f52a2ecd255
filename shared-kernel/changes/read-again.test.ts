import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { globSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { CallFailure } from '../client/call-failure.ts';
import { declared } from '../contracts/changes/declared.ts';
import { queryKeys } from './query-keys.ts';
import { readAgain } from './read-again.ts';

const root = `${import.meta.dirname}/../..`;
/** Queries that no change of a person or a team affects. */
const others = new Set([
  'apps',
  // A form compares what it is based on when it is saved.
  'collection-context',
  'confirmation',
  'export',
  'identity-providers',
  'picture',
  'providers',
  'shared-agent',
  'webauthn',
]);

const keysInUse = () => {
  const files = globSync('mf-*/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\./.test(file));
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/queryKey(?:: | = )\['([\w-]+)'/g)].map(([, key]) => key!),
    ),
  );
};

test('each query of a remote is read again by some change, and each key is of a query', () => {
  const followed = new Set(Object.values(queryKeys).flat());
  const used = [...keysInUse()].filter((key) => !others.has(key));
  expect(used.length).toBeGreaterThan(10);
  expect(used.toSorted()).toEqual([...followed].toSorted());
});

test('each change that a call declares is known to the screens', () => {
  const names = new Set(Object.values(declared).flatMap((owner) => Object.values(owner).flat()));
  expect([...names].filter((name) => !(name in queryKeys))).toEqual([]);
});

test('what a change concerns is read again, once no call of that cache is running; a reset concerns everything', async () => {
  const queries = new QueryClient();
  queries.setQueryData(['collections', 'ada'], []);
  queries.setQueryData(['agents', 'ada'], []);
  const stale = () => ['collections', 'agents'].filter((key) => queries.getQueryState([key, 'ada'])?.isInvalidated);
  readAgain([queries], { type: 'changed', kind: 'of-a-later-service', ids: [] });
  expect(stale()).toEqual([]);
  const call = Promise.withResolvers<void>();
  const mutation = queries.getMutationCache().build(queries, { mutationFn: () => call.promise });
  const ended = mutation.execute(undefined);
  readAgain([queries], { type: 'changed', kind: 'collections', ids: ['t1'] });
  expect(stale()).toEqual([]);
  call.resolve();
  await ended;
  expect(stale()).toEqual(['collections']);
  readAgain([queries], { type: 'reset', cursor: 'c' });
  expect(stale()).toEqual(['collections', 'agents']);
});

test('the models are read again after a switch of the team, whose model may be another one', () => {
  const queries = new QueryClient();
  queries.setQueryData(['models'], {});
  for (const name of declared.teams.switchActiveTeam)
    readAgain([queries], { type: 'changed', kind: name.replace('person.', ''), ids: [] });
  expect(queries.getQueryState(['models'])?.isInvalidated).toBe(true);
});

test('a first read that is running is repeated, because its answer may be older than the change', async () => {
  const queries = new QueryClient();
  const first = Promise.withResolvers<string>();
  const queryFn = vi.fn(() => Promise.resolve('New')).mockReturnValueOnce(first.promise);
  const prefetched = Promise.withResolvers<string>();
  const other = queries.prefetchQuery({ queryKey: ['collections', 'other'], queryFn: () => prefetched.promise });
  const stop = new QueryObserver(queries, { queryKey: ['collections'], queryFn }).subscribe(() => undefined);
  readAgain([queries], { type: 'changed', kind: 'collections', ids: [] });
  first.resolve('Old');
  prefetched.resolve('Old');
  await other;
  await vi.waitFor(() => expect(queries.getQueryData(['collections'])).toBe('New'));
  // What is not shown is read when it is shown.
  expect(queries.getQueryState(['collections', 'other'])).toMatchObject({ data: 'Old', isInvalidated: true });
  stop();
});

test('what is shown but could not be read is read again, until there is an answer', async () => {
  vi.useFakeTimers();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  let answer: () => string = () => 'Old';
  const queryFn = vi.fn(async () => answer());
  const stop = new QueryObserver(queries, { queryKey: ['collections'], queryFn }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  answer = () => {
    throw new CallFailure(503, '', {}, 'Busy.');
  };
  readAgain([queries], { type: 'changed', kind: 'collections', ids: [] });
  await vi.advanceTimersByTimeAsync(500);
  expect(queryFn).toHaveBeenCalledTimes(2);
  answer = () => 'New';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queryFn).toHaveBeenCalledTimes(3);
  expect(queries.getQueryData(['collections'])).toBe('New');
  stop();
  vi.useRealTimers();
});
