import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Member, Team } from '@atrium/shared-kernel/contracts/entities/team';
import * as events from '@atrium/shared-kernel/contracts/events';
import { messages } from '@atrium/shared-kernel/contracts/validation';
import { useRemote } from '../remote.ts';
import { fullName } from '../team/people.ts';

/** Asks, then takes somebody out of the team; true once they are out. The question stays where the service refuses. */
export const useRemoveMember = ({ _id: teamId, name, members }: Team) => {
  const { alerts, bus, client, dialogs } = useRemote();
  return (member: Member): Promise<boolean> =>
    dialogs.confirm({
      title: 'Remove member',
      message: `${fullName(member)} loses the roles and agents of ${name}${
        members.includes(member) ? ', and the seat is free again' : ''
      }. The join link that they have does not lead back in.`,
      confirm: 'Remove',
      danger: true,
      action: async () => {
        try {
          await client.call(calls.teams.removeMember, { teamId, memberId: member._id });
        } catch (error) {
          alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, messages.failed) });
          throw error;
        }
        bus.emit(events.teams.changed, { teamId });
      },
    });
};
