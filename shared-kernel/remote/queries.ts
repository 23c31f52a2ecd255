import { QueryClient } from '@tanstack/react-query';

/** Of all mounts of the page: what changes elsewhere is read again in each. */
export const mountedQueries = new Set<QueryClient>();

/**
 * The query cache of one mount. Offline, the library would hold a call back and send it later by itself: here it fails
 * at once with the client's words (A8.02), and only reading is tried again when the network is back.
 */
export const createQueries = () =>
  new QueryClient({
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
  });
