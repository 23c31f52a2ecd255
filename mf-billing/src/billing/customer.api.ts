import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

/** Whether the person is a payment customer, and no test account (A6.06); not until that is known. */
export const useIsCustomer = (): boolean => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: ['customer'],
    queryFn: ({ signal }) => client.call(calls.billing.getCustomer, {}, { signal }),
  });
  return data?.customer !== undefined && data.customer.testAccount !== true;
};
