import { messageOf } from '@atrium/shared-kernel/client';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as events from '@atrium/shared-kernel/contracts/events';
import { useEffect, useState } from 'react';
import { useHost } from '../remote.ts';
import { forgetInvitation, type Invitation, keepInvitation } from './invitation.ts';

/** Why the person did not get in, in words. */
export interface Refusal {
  readonly message: string;
  /** The team has no free seat, or its plan has ended: asking again later may work. */
  readonly full: boolean;
}

/**
 * Joins the team of a link as soon as the page shows. A visitor signs up first and comes back (A4.16). Undefined while
 * it is under way, and after it: then the page is left.
 */
export const useJoin = (invitation: Invitation | undefined) => {
  const { alerts, bus, client, navigation, session, storage } = useHost();
  const [refusal, setRefusal] = useState<Refusal>();
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (!invitation) return undefined;
    const ended = new AbortController();
    const join = async ({ teamId, key }: Invitation) => {
      try {
        const { msg } = await client.call(calls.teams.joinTeam, { teamId, key }, { signal: ended.signal });
        forgetInvitation(storage.cookies);
        // The seat brings a plan: the main screen must not take the person for somebody without one.
        await session.refresh();
        if (ended.signal.aborted) return;
        alerts.show({ type: 'info', time: toastTimes.medium, message: msg ?? 'Successfully joined team.' });
        bus.emit(events.teams.joined, { teamId });
        navigation.navigate('/', { replace: true });
      } catch (error) {
        if (ended.signal.aborted) return;
        if (isFailure(error, calls.teams.joinTeam, 'not-signed-in')) {
          keepInvitation(storage.cookies, { teamId, key });
          navigation.navigate('/auth/signup', { replace: true });
          return;
        }
        forgetInvitation(storage.cookies);
        const message = messageOf(error, 'Failed, please try again.');
        alerts.show({ type: 'error', time: toastTimes.medium, message });
        const full =
          isFailure(error, calls.teams.joinTeam, 'no-free-seat') ||
          isFailure(error, calls.teams.joinTeam, 'team-plan-ended');
        setRefusal({ message, full });
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
  return { refusal, retry };
};
