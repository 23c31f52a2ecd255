import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

/**
 * Whether the user is a payment customer and not a test account (A6.06). Undefined until that is known, with the
 * `failure` if it could not be loaded.
 */
export const useCustomer = () => {
  const { client } = useHost();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['customer'],
    queryFn: ({ signal }) => client.call(calls.billing.getCustomer, {}, { signal }),
  });
  return {
    customer: data && data.customer !== undefined && data.customer.testAccount !== true,
    failure: error && !data ? { error, busy: isFetching, onRetry: () => void refetch() } : undefined,
  };
};
