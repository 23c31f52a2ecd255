import { messageOf } from '@atrium/shared-kernel/client';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Member, Team } from '@atrium/shared-kernel/contracts/entities/team';
import * as events from '@atrium/shared-kernel/contracts/events';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useHost } from '../remote.ts';
import { fullName } from '../team/people.ts';

/** Asks, then takes somebody out of the team; true once they are out. The question stays where the service refuses. */
export const useRemoveMember = ({ _id: teamId, name, members }: Team) => {
  const { alerts, bus, client, dialogs } = useHost();
  return async (member: Member): Promise<boolean> => {
    let moved = false;
    const confirmed = await dialogs.confirm({
      title: 'Remove member',
      message: `${fullName(member)} will lose their roles and agents in ${name}${
        members.includes(member) ? ', and their seat will be free' : ''
      }. They can’t rejoin with their current join link.`,
      confirm: 'Remove',
      danger: true,
      action: async () => {
        try {
          const basedOn = member.revision;
          await client.call(calls.teams.removeMember, { teamId, memberId: member._id }, { basedOn });
        } catch (error) {
          moved = isFailure(error, calls.teams.removeMember, 'stale');
          alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
          // The question was about another state: it closes, and the dialog below shows the present one.
          if (!moved) throw error;
        }
        bus.emit(events.teams.changed, { teamId });
      },
    });
    return confirmed && !moved;
  };
};
