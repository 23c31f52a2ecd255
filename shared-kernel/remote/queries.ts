import type { QueryClient, QueryClientConfig } from '@tanstack/react-query';
import type { Scope } from './scope.ts';

/** The caches of all mounts of the page, so that a change elsewhere can invalidate each of them. */
export const mountedQueries = new Set<QueryClient>();

/**
 * Offline, the library would hold a call back and send it later by itself. Here it fails immediately with the client's
 * message (A8.02), and only reads are repeated when the network is back.
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
 * The query cache of a mount, created when it is first needed. `endQueries` ends it. `Client` is the library's class,
 * which only callers with queries have loaded.
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

/**
 * Ends the query cache of a mount, if it has one. Called once nothing reads it any more; otherwise the library would
 * retain its data for minutes.
 */
export const endQueries = (scope: Scope): void => {
  const queries = caches.get(scope);
  if (!queries) return;
  mountedQueries.delete(queries);
  queries.unmount();
  queries.clear();
};
