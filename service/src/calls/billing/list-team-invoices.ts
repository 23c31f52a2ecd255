import { listTeamInvoices } from '@atrium/shared-kernel/contracts/calls/billing';
import { readBilling } from '../../domain/billing/invoices.ts';
import { implement } from '../implement.ts';

export default implement(listTeamInvoices, async ({ services }, { teamId, before }) =>
  readBilling(services, { teamId }, before),
);
