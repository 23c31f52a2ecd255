import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import * as events from '@atrium/shared-kernel/contracts/events';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useHost } from '../remote.ts';

interface Question {
  readonly title: string;
  readonly message: string;
  readonly confirm: string;
  readonly word?: string;
  readonly action: () => Promise<unknown>;
  readonly done: string;
}

/** Asks, does it, and leaves the team's dialog: the team is none of the person's any more. */
const useFarewell = (teamId: string) => {
  const { alerts, bus, close, dialogs, session } = useHost();
  return async ({ action, done, ...question }: Question): Promise<void> => {
    const confirmed = await dialogs.confirm({
      ...question,
      danger: true,
      action: async () => {
        try {
          await action();
        } catch (error) {
          alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
          throw error;
        }
      },
    });
    if (!confirmed) return;
    close();
    alerts.show({ type: 'info', time: toastTimes.medium, message: done });
    bus.emit(events.teams.changed, { teamId });
    // The seat has gone, and with it perhaps the plan.
    await session.refresh();
  };
};

/** Takes the person out of the team. `pays`: the plan of the team is theirs. */
export const useLeaveTeam = ({ _id: teamId, name }: Pick<Team, '_id' | 'name'>, pays = false) => {
  const { client } = useHost();
  const farewell = useFarewell(teamId);
  return () =>
    farewell({
      title: 'Leave this team?',
      message: `You’ll lose your seat, roles and agents in ${name}. To come back, you need its join link.${
        pays
          ? ' Your card won’t be charged again: another admin has to resume the plan before the paid period ends.'
          : ''
      }`,
      confirm: 'Leave Team',
      action: () => client.call(calls.teams.leaveTeam, { teamId }),
      done: `You left ${name}.`,
    });
};

/** Ends the team for everyone. */
export const useCloseTeam = ({ _id: teamId, name }: Pick<Team, '_id' | 'name'>) => {
  const { client } = useHost();
  const farewell = useFarewell(teamId);
  return () =>
    farewell({
      title: 'Close this team?',
      message: `Everyone loses their seat in ${name}, and its roles and agents are deleted for good. The plan ends now: nothing more is charged, and the rest of the paid period isn’t refunded. Members get an email.`,
      confirm: 'Close Team',
      word: 'close',
      action: () => client.call(calls.teams.closeTeam, { teamId }),
      done: `${name} is closed.`,
    });
};
