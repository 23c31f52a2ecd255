import { messageOf } from '@atrium/shared-kernel/client';
import { outdatedBy } from '@atrium/shared-kernel/conflict/question';
import { isFailure, isGeneralFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import * as events from '#contracts/events';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { filter, merge } from 'rxjs';
import { useHost } from '../remote.ts';

/** The team, fetched again when it or an agent changed, by whichever dialog. */
export const useTeam = (teamId: string) => {
  const { bus, client } = useHost();
  const queries = useQueryClient();
  useEffect(() => {
    const ofTeam$ = bus.on(events.teams.changed).pipe(filter((change) => change.teamId === teamId));
    const changes = merge(ofTeam$, bus.on(events.workspace.agentsChanged)).subscribe(
      () => void queries.invalidateQueries({ queryKey: ['team', teamId] }),
    );
    return () => changes.unsubscribe();
  }, [bus, queries, teamId]);
  return useQuery({
    queryKey: ['team', teamId],
    queryFn: ({ signal }) => client.call(calls.teams.getTeam, { teamId }, { signal }),
    staleTime: 0,
  });
};

/** The team was closed, or the person is not in it any more: what was read of it before is history. */
export const isTeamGone = (error: unknown): boolean =>
  isFailure(error, calls.teams.getTeam, 'unknown-team') || isFailure(error, calls.teams.getTeam, 'not-team-member');
export const teamGone = 'This team was closed, or you’re no longer in it.';

/** For questions about a team: says by `became` that they are about what is not so any more. */
export const useTeamOutdated = () => {
  const queries = useQueryClient();
  return (teamId: string, became: (now: Team) => string | undefined) =>
    outdatedBy<Team>(queries, ['team', teamId], (now, error) => (isTeamGone(error) ? teamGone : became(now)));
};

/**
 * Runs one change of the team at a time and tells the others of it. `run` gives true once it is done; a failure is told
 * with the service's words (B8.29) and gives false. Where somebody else was first the team is fetched anew, so that the
 * dialog shows what is true now, and the person decides again. It is busy to the end of the dialog, unless that `stays`:
 * what changes until then is what was done here.
 */
export const useTeamChange = (teamId: string, stays = false) => {
  const { alerts, bus } = useHost();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (change: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      await change();
      bus.emit(events.teams.changed, { teamId });
      if (stays) setBusy(false);
      return true;
    } catch (error) {
      if (isGeneralFailure(error, 'stale')) await queries.invalidateQueries({ queryKey: ['team', teamId] });
      // What is true now says it better than a message, but only where it could be fetched.
      const fetched = queries.getQueryState(['team', teamId])?.status === 'success';
      if (!isGeneralFailure(error, 'stale') || !fetched)
        alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
      setBusy(false);
      return false;
    }
  };
  return { busy, run };
};
