// What tests take for react-query: the whole library, with the hooks that the shell shares.
export * from '../../node_modules/@tanstack/react-query/build/modern/index.js';
export { useMutation, useQuery, useQueryClient } from '../vendor/react-query.ts';
