/**
 * What the shell shares of React Query with all remotes. The file is named by its path, because the package's own name
 * is the shared module itself.
 */
export {
  QueryClient,
  QueryClientProvider,
  keepPreviousData,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '../../node_modules/@tanstack/react-query/build/modern/index.js';
