import { listInvoices } from '@atrium/shared-kernel/contracts/calls/billing';
import { readBilling } from '../../domain/billing/invoices.ts';
import { implement } from '../implement.ts';

export default implement(listInvoices, async ({ services, user }, { before }) =>
  readBilling(services, { userId: user.id }, before),
);
