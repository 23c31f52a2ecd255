import { confirmAction } from '@atrium/shared-kernel/conflict/question';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Member, Team } from '@atrium/shared-kernel/contracts/entities/team';
import * as events from '#contracts/events';
import { useHost } from '../remote.ts';
import { fullName, membersOf } from '../team/members.ts';
import { endOfPlan } from '../team/leave.api.ts';
import { payerOf } from '../team/plan-state.ts';
import { useTeamOutdated } from '../team/team.api.ts';

/**
 * Removes a member from the team after a confirmation. Resolves with whether they were removed. The dialog stays open
 * if the service refuses.
 */
export const useRemoveMember = (team: Team) => {
  const { _id: teamId, name, members } = team;
  const host = useHost();
  const outdatedOf = useTeamOutdated();
  return async (member: Member): Promise<boolean> => {
    const { _id: memberId, revision: basedOn } = member;
    const pays = payerOf(team) === memberId;
    const answer = await confirmAction(host, {
      title: 'Remove member',
      message: `${fullName(member)} will lose their roles and agents in ${name}${
        members.includes(member) ? ', and their seat will be free' : ''
      }. They can’t rejoin with their current join link.${pays ? ` ${endOfPlan('Their')}` : ''}`,
      confirm: 'Remove',
      danger: true,
      outdated$: outdatedOf(teamId, (teamNow) => {
        const now = membersOf(teamNow).find(({ _id }) => _id === memberId);
        if (!now) return `${fullName(member)} is no longer in this team.`;
        return now.revision === basedOn && (payerOf(teamNow) === memberId) === pays
          ? undefined
          : `${fullName(member)} was changed in the meantime. Close this and look at them again.`;
      }),
      action: () => host.client.call(calls.teams.removeMember, { teamId, memberId }, { basedOn }),
    });
    // If the confirmed state is outdated, the dialog below shows the current one.
    if (answer !== 'no') host.bus.emit(events.teams.changed, { teamId });
    return answer === 'done';
  };
};
