import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

/** Whether the user is a payment customer and not a test account (A6.06). Undefined until that is known. */
export const useIsCustomer = (): boolean | undefined => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: ['customer'],
    queryFn: ({ signal }) => client.call(calls.billing.getCustomer, {}, { signal }),
  });
  return data && data.customer !== undefined && data.customer.testAccount !== true;
};
