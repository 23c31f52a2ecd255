import { getCustomer } from '@atrium/shared-kernel/contracts/calls/billing';
import { and, eq } from 'drizzle-orm';
import { customers } from '../../db/schema/billing.ts';
import { implement } from '../implement.ts';

export default implement(getCustomer, async ({ services, user }) => {
  const [customer] = await services.database.db
    .select({ id: customers.providerId, testAccount: customers.testAccount })
    .from(customers)
    .where(and(eq(customers.userId, user.id), eq(customers.provider, services.payments.provider)));
  return { customer };
});
