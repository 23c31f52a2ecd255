import { confirmAction } from '@atrium/shared-kernel/conflict/question';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { leftTeam } from '@atrium/shared-kernel/contracts/sentences';
import * as events from '#contracts/events';
import { useHost } from '../remote.ts';
import { payerOf } from './plan-state.ts';
import { useTeamOutdated } from './team.api.ts';

interface Question {
  readonly title: string;
  readonly message: string;
  readonly confirm: string;
  readonly word?: string;
  readonly action: () => Promise<unknown>;
  readonly done: string;
}

/** What becomes of the plan once whoever pays for it is no longer in the team. */
export const endOfPlan = (whose: 'Your' | 'Their'): string =>
  `${whose} card won’t be charged again, and the plan ends with the paid period unless an admin resumes it.`;

type Named = Pick<Team, '_id' | 'name' | 'owner' | 'payer' | 'plan'>;
const ownerChanged = 'This team has another owner now. Close this and look at the team again.';

/** Runs the action after a confirmation and closes the team's dialog, because the user is not in the team any more. */
const useConfirmedExit = ({ _id: teamId, owner }: Named) => {
  const host = useHost();
  const outdatedOf = useTeamOutdated();
  return async ({ done, ...question }: Question): Promise<void> => {
    // Who may see the question depends on the owner.
    const outdated$ = outdatedOf(teamId, (now) =>
      owner === undefined || now.owner === owner ? undefined : ownerChanged,
    );
    if ((await confirmAction(host, { ...question, danger: true, outdated$ })) !== 'done') return;
    host.close();
    host.alerts.show({ type: 'info', time: toastTimes.medium, message: done });
    host.bus.emit(events.teams.changed, { teamId });
    // The seat is gone, and with it perhaps the plan. If the user cannot be fetched again, the team is not theirs anyway.
    const { session } = host;
    await session.refresh().catch(() => {
      if (session.user$.value?.activeTeam === teamId) session.patch({ activeTeam: undefined });
    });
  };
};

/** Removes the user from the team. */
export const useLeaveTeam = (team: Named) => {
  const { _id: teamId, name } = team;
  const { client, session } = useHost();
  const confirmAndExit = useConfirmedExit(team);
  return () =>
    confirmAndExit({
      title: 'Leave this team?',
      message: `You’ll lose your seat, roles and agents in ${name}. To come back, you need its join link.${
        payerOf(team) === session.user$.value?._id ? ` ${endOfPlan('Your')}` : ''
      }`,
      confirm: 'Leave Team',
      action: () => client.call(calls.teams.leaveTeam, { teamId }),
      done: leftTeam(name),
    });
};

/** Closes the team for everyone. */
export const useCloseTeam = (team: Named) => {
  const { _id: teamId, name } = team;
  const { client } = useHost();
  const confirmAndExit = useConfirmedExit(team);
  return () =>
    confirmAndExit({
      title: 'Close this team?',
      message: `Everyone loses their seat in ${name}, and its roles and agents are deleted for good. The plan ends now: nothing more is charged, and the rest of the paid period isn’t refunded. Members get an email.`,
      confirm: 'Close Team',
      word: 'close',
      action: () => client.call(calls.teams.closeTeam, { teamId }),
      done: `${name} is closed.`,
    });
};
