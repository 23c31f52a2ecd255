import { createPortalSession } from '@atrium/shared-kernel/contracts/calls/billing';
import { openPortal } from '../../domain/billing/portal.ts';
import { implement } from '../implement.ts';

export default implement(createPortalSession, async ({ services, user, origin }) =>
  openPortal(services, { userId: user.id }, origin),
);
