import * as calls from '@atrium/shared-kernel/contracts/calls';
import { setBudget } from '../../domain/usage/set-budget.ts';
import { implement } from '../implement.ts';

export default implement(calls.usage.setBudget, async ({ services, user, basedOn }, { teamId, memberId, dollars }) => {
  const member = memberId?.toLowerCase();
  await setBudget(services, { teamId: teamId.toLowerCase(), adminId: user.id, memberId: member, dollars, basedOn });
  return {};
});
