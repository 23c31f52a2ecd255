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

/** The team, fetched again when it or an agent was changed by any dialog. */
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

/** Whether the team was closed, or the user is no longer in it. Earlier answers are obsolete then. */
export const isTeamGone = (error: unknown): boolean =>
  isFailure(error, calls.teams.getTeam, 'unknown-team') || isFailure(error, calls.teams.getTeam, 'not-team-member');
export const teamGone = 'This team was closed, or you’re no longer in it.';

/** For confirmations about a team: emits the reason when what is being confirmed has changed. */
export const useTeamOutdated = () => {
  const queries = useQueryClient();
  return (teamId: string, became: (now: Team) => string | undefined) =>
    outdatedBy<Team>(queries, ['team', teamId], (now, error) => (isTeamGone(error) ? teamGone : became(now)));
};

/**
 * Runs one change of the team at a time and emits it. `run` resolves with true once it is done. A failure is shown with
 * the service's message (B8.29) and resolves with false. If someone else was first, the team is fetched again, so that
 * the dialog shows its current state and the user decides again. It stays busy until the dialog closes, unless that
 * `stays`, because changes until then were made here.
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
      // The current state explains it better than a message, if it could be fetched.
      const fetched = queries.getQueryState(['team', teamId])?.status === 'success';
      if (!isGeneralFailure(error, 'stale') || !fetched)
        alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
      setBusy(false);
      return false;
    }
  };
  return { busy, run };
};
