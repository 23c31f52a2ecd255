import { createTeamPortalSession } from '@atrium/shared-kernel/contracts/calls/billing';
import { openPortal } from '../../domain/billing/portal.ts';
import { implement } from '../implement.ts';

export default implement(createTeamPortalSession, async ({ services, origin }, { teamId }) =>
  openPortal(services, { teamId }, origin),
);
