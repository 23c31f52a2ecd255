import { messageOf } from '@atrium/shared-kernel/client';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatUndo, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as events from '#contracts/events';
import { useEffect, useState } from 'react';
import { useHost } from '../remote.ts';
import { forgetInvitation, type Invitation, storeInvitation } from './invitation.ts';

/** The name is worth waiting for so many milliseconds, and no more: the team is joined without it. */
const nameWithin = 1500;

/** What the link’s team is called; undefined where that cannot be found out soon. */
const useTeamName = (invitation: Invitation | undefined) => {
  const { client } = useHost();
  const [name, setName] = useState<string>();
  const [asking] = useState(() => Promise.withResolvers<string | undefined>());
  useEffect(() => {
    if (!invitation) return undefined;
    const ended = new AbortController();
    const late = setTimeout(() => asking.resolve(undefined), nameWithin);
    const ask = async () => {
      try {
        const answer = await client.call(calls.teams.getInvitation, invitation, { signal: ended.signal });
        setName(answer.name);
        asking.resolve(answer.name);
      } catch {
        // The join itself says what is wrong with the link.
        asking.resolve(undefined);
      }
    };
    void ask();
    return () => {
      clearTimeout(late);
      ended.abort();
    };
  }, [asking, client, invitation]);
  return { name, known: asking.promise };
};

/** Says on the main screen which team was joined, and takes it back: one mistaken click binds nobody. */
const useWelcome = () => {
  const { alerts, bus, client, session } = useHost();
  const show = (type: 'info' | 'error', message: string) => alerts.show({ type, time: toastTimes.medium, message });
  const undo = async (teamId: string, team: string) => {
    try {
      await client.call(calls.teams.leaveTeam, { teamId });
      await session.refresh();
      bus.emit(events.teams.changed, { teamId });
      show('info', `You left ${team}.`);
    } catch (error) {
      show('error', messageOf(error, 'Failed, please try again.'));
    }
  };
  return (teamId: string, name: string | undefined) => {
    const team = name ?? 'the team';
    alerts.show({
      type: 'info',
      time: chatUndo.offered,
      message: `You’re now a member of ${team}.`,
      action: { label: 'Undo', onSelect: () => void undo(teamId, team) },
    });
  };
};

/** Why the person did not get in: no free seat, a plan that has ended, a link that leads nowhere, too many tries, or else. */
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
 * Joins the team of a link as soon as the page shows. A visitor signs up first and comes back (A4.16). Undefined while
 * it is under way, and after it: then the page is left.
 */
export const useJoin = (invitation: Invitation | undefined) => {
  const { alerts, bus, client, navigation, session, storage } = useHost();
  const [refusal, setRefusal] = useState<Refusal>();
  const [tries, setTries] = useState(0);
  const { name, known } = useTeamName(invitation);
  const welcome = useWelcome();

  useEffect(() => {
    if (!invitation) return undefined;
    const ended = new AbortController();
    const join = async ({ teamId, key }: Invitation) => {
      try {
        const { msg } = await client.call(calls.teams.joinTeam, { teamId, key }, { signal: ended.signal });
        forgetInvitation(storage.cookies);
        // The seat brings a plan: the main screen must not take the person for somebody without one.
        const [team] = await Promise.all([known, session.refresh()]);
        if (ended.signal.aborted) return;
        alerts.show({ type: 'info', time: toastTimes.medium, message: msg ?? 'Successfully joined team.' });
        if (msg === undefined) welcome(teamId, team);
        bus.emit(events.teams.joined, { teamId });
        navigation.navigate('/', { replace: true });
      } catch (error) {
        if (ended.signal.aborted) return;
        if (isFailure(error, calls.teams.joinTeam, 'not-signed-in')) {
          storeInvitation(storage.cookies, { teamId, key });
          const team = await known;
          if (ended.signal.aborted) return;
          if (team !== undefined) {
            const message = `You’re invited to the team ${team}. Sign up or log in to join.`;
            alerts.show({ type: 'info', time: toastTimes.long, message });
          }
          navigation.navigate('/auth/signup', { replace: true });
          return;
        }
        forgetInvitation(storage.cookies);
        // The sentence is said once, here (A8.13); the page says what to do about it.
        const message = messageOf(error, 'Failed, please try again.');
        alerts.show({ type: 'error', time: toastTimes.medium, message });
        setRefusal(refusalOf(error));
      }
    };
    void join(invitation);
    return () => ended.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- the page joins once for its link, and again when asked
  }, [tries]);

  const retry = () => {
    setRefusal(undefined);
    setTries(tries + 1);
  };
  return { refusal, retry, name };
};
