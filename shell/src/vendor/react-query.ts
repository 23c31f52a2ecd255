// The part of react-query that remotes use. It is imported by its file, because the package name refers to this shared
// module.
import { queriesOf, useRemoteView } from '@atrium/shared-kernel/remote';
import * as library from '../../node_modules/@tanstack/react-query/build/modern/index.js';

const { QueryClient } = library;

/**
 * The query cache of the mount that calls it. It is created with the first query, so that a page without queries needs
 * no library.
 */
const useQueryClient: typeof library.useQueryClient = (given) => {
  const { scope } = useRemoteView();
  return given ?? queriesOf(scope, QueryClient);
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's overloads tell results apart, not what is passed on
const useQuery = ((options: Parameters<typeof library.useQuery>[0], given?: library.QueryClient) =>
  library.useQuery(options, useQueryClient(given))) as typeof library.useQuery;

const useMutation: typeof library.useMutation = (options, given) => library.useMutation(options, useQueryClient(given));

export { QueryClient, useMutation, useQuery, useQueryClient };
