import { messageOf } from '@atrium/shared-kernel/client';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatUndo, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { leftTeam } from '@atrium/shared-kernel/contracts/sentences';
import * as events from '#contracts/events';
import type { Session } from '@atrium/shared-kernel/remote';
import { useEffect, useState } from 'react';
import { filter, firstValueFrom, merge, timer } from 'rxjs';
import { useHost } from '../remote.ts';
import { forgetInvitation, type Invitation, storeInvitation } from './invitation.ts';

const failed = 'Failed, please try again.';

/** Milliseconds to wait for the team's name. After that, the user joins without seeing it. */
const nameTimeout = 1500;

/** Milliseconds to wait for the user before joining. Undo does not know their active team then. */
const userTimeout = 1500;

/** The name of the link's team. Undefined if it is not known in time. */
const useTeamName = (invitation: Invitation | undefined) => {
  const { client } = useHost();
  const [name, setName] = useState<string>();
  const [nameRequest] = useState(() => Promise.withResolvers<string | undefined>());
  useEffect(() => {
    if (!invitation) return undefined;
    const aborter = new AbortController();
    const timeout = setTimeout(() => nameRequest.resolve(undefined), nameTimeout);
    const request = async () => {
      try {
        const answer = await client.call(calls.teams.getInvitation, invitation, { signal: aborter.signal });
        setName(answer.name);
        nameRequest.resolve(answer.name);
      } catch {
        // The join itself reports what is wrong with the link.
        nameRequest.resolve(undefined);
      }
    };
    void request();
    return () => {
      clearTimeout(timeout);
      aborter.abort();
    };
  }, [nameRequest, client, invitation]);
  return { name, known: nameRequest.promise };
};

interface Joined {
  readonly teamId: string;
  /** What the team is called. */
  readonly team: string;
  /** The team that was active before, if any. */
  readonly before: string | undefined;
}

/** The user's active team. Undefined for none, and if it is not known in time. */
const activeTeamOf = async ({ authVersion$, user$ }: Session): Promise<string | undefined> => {
  // A page that has just been loaded may not know its user yet.
  if (authVersion$.value === 0)
    await firstValueFrom(merge(authVersion$.pipe(filter((version) => version > 0)), timer(userTimeout)));
  return user$.value?.activeTeam;
};

/** Reports on the main screen that the team was joined (A8.13), and offers to undo it after a mistaken click. */
const useWelcome = () => {
  const { alerts, bus, client, session } = useHost();
  const show = (type: 'info' | 'error', message: string) => alerts.show({ type, time: toastTimes.medium, message });
  /** Makes the team active again that was so before. If that fails, the service has chosen one. */
  const switchBack = async (before: string | undefined) => {
    if (before !== undefined)
      await client.call(calls.teams.switchActiveTeam, { teamId: before }).catch(() => undefined);
  };
  const undo = async ({ teamId, team, before }: Joined) => {
    try {
      // Who has switched to another team in the meantime stays there.
      const active = session.user$.value?.activeTeam === teamId;
      await client.call(calls.teams.leaveTeam, { teamId });
      if (active) await switchBack(before);
      await session.refresh().catch(() => active && session.patch({ activeTeam: before }));
      bus.emit(events.teams.changed, { teamId });
      show('info', leftTeam(team));
    } catch (error) {
      show('error', messageOf(error, failed));
    }
  };
  return (joined: Joined) =>
    alerts.show({
      type: 'info',
      time: chatUndo.offered,
      message: 'Successfully joined team.',
      action: { label: 'Undo', onSelect: () => void undo(joined) },
    });
};

/** Why the user could not join: no free seat, an ended plan, an invalid link, too many tries, or another reason. */
export type Refusal = 'full' | 'ended' | 'link' | 'wait' | 'other';

const refusalOf = (error: unknown): Refusal => {
  if (isFailure(error, calls.teams.joinTeam, 'no-free-seat')) return 'full';
  if (isFailure(error, calls.teams.joinTeam, 'team-plan-ended')) return 'ended';
  if (isFailure(error, calls.teams.joinTeam, 'invalid-join-link')) return 'link';
  if (isFailure(error, calls.teams.joinTeam, 'expired-join-link')) return 'link';
  if (isFailure(error, calls.teams.joinTeam, 'unknown-team')) return 'link';
  if (isFailure(error, calls.teams.joinTeam, 'too-many-joins')) return 'wait';
  return 'other';
};

/**
 * Joins the team of a link as soon as the page shows. A visitor signs up first and comes back (A4.16). `refusal` is
 * undefined while it is in progress, and after it, when the page is left.
 */
export const useJoin = (invitation: Invitation | undefined) => {
  const { alerts, bus, client, navigation, session, storage } = useHost();
  const [refusal, setRefusal] = useState<Refusal>();
  const [tries, setTries] = useState(0);
  const { name, known } = useTeamName(invitation);
  const welcome = useWelcome();

  useEffect(() => {
    if (!invitation) return undefined;
    const aborter = new AbortController();
    const join = async ({ teamId, key }: Invitation) => {
      try {
        const before = await activeTeamOf(session);
        if (aborter.signal.aborted) return;
        const { msg } = await client.call(calls.teams.joinTeam, { teamId, key }, { signal: aborter.signal });
        forgetInvitation(storage.cookies);
        // The seat includes a plan, so the main screen must not show the user as one without.
        // If the user cannot be fetched again, they are in the team nevertheless.
        const refreshed = session.refresh().catch(() => session.patch({ activeTeam: teamId }));
        const [team = 'the team'] = await Promise.all([known, refreshed]);
        if (aborter.signal.aborted) return;
        if (msg === undefined) welcome({ teamId, team, before });
        else alerts.show({ type: 'info', time: toastTimes.medium, message: msg });
        bus.emit(events.teams.joined, { teamId });
        navigation.navigate('/', { replace: true });
      } catch (error) {
        if (aborter.signal.aborted) return;
        if (isFailure(error, calls.teams.joinTeam, 'not-signed-in')) {
          storeInvitation(storage.cookies, { teamId, key });
          const team = await known;
          if (aborter.signal.aborted) return;
          if (team !== undefined) {
            const message = `You’re invited to the team ${team}. Sign up or log in to join.`;
            alerts.show({ type: 'info', time: toastTimes.long, message });
          }
          navigation.navigate('/auth/signup', { replace: true });
          return;
        }
        // A key from before a sign-up is only in its cookie, but the page says that the user may come back to it.
        navigation.setQuery({ key }, { replace: true });
        forgetInvitation(storage.cookies);
        // The reason is shown once, here (A8.13). The page says what to do about it.
        const message = messageOf(error, failed);
        alerts.show({ type: 'error', time: toastTimes.medium, message });
        setRefusal(refusalOf(error));
      }
    };
    void join(invitation);
    return () => aborter.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- the page joins once for its link, and again when asked
  }, [tries]);

  const retry = () => {
    setRefusal(undefined);
    setTries(tries + 1);
  };
  return { refusal, retry, name };
};
