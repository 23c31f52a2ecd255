import type { QueryClient, QueryClientConfig } from '@tanstack/react-query';
import type { Scope } from './scope.ts';

/** The caches of all mounts of the page, so that a change elsewhere can invalidate each of them. */
export const mountedQueries = new Set<QueryClient>();

/**
 * Offline, the library would hold a call back and send it later by itself: here it fails at once with the client's
 * words (A8.02), and only reading is tried again when the network is back.
 */
const config: QueryClientConfig = {
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      staleTime: 30_000,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
};

const caches = new WeakMap<Scope, QueryClient>();

/**
 * The query cache of a mount, made when somebody first asks for it; `endQueries` ends it. `Client` is the library's
 * class: whoever asks has the library, which nothing before the first query needs.
 */
export const queriesOf = (scope: Scope, Client: new (config: QueryClientConfig) => QueryClient): QueryClient => {
  const known = caches.get(scope);
  if (known) return known;
  const queries = new Client(config);
  caches.set(scope, queries);
  mountedQueries.add(queries);
  queries.mount();
  return queries;
};

/** Ends the query cache of a mount, if it has one: once nothing reads it any more, or the library would keep that for minutes. */
export const endQueries = (scope: Scope): void => {
  const queries = caches.get(scope);
  if (!queries) return;
  mountedQueries.delete(queries);
  queries.unmount();
  queries.clear();
};
