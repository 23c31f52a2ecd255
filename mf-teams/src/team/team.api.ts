import { messageOf } from '@atrium/shared-kernel/client';
import { isGeneralFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as events from '@atrium/shared-kernel/contracts/events';
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

/**
 * Runs one change of the team at a time and tells the others of it. `run` gives true once it is done; a failure is told
 * with the service's words (B8.29) and gives false. `stale`: somebody else was first; the team is fetched anew, so that
 * the dialog shows what is true now, and the person decides again.
 */
export const useTeamChange = (teamId: string) => {
  const { alerts, bus } = useHost();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [stale, setStale] = useState(false);
  const run = async (change: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      await change();
      setStale(false);
      bus.emit(events.teams.changed, { teamId });
      return true;
    } catch (error) {
      if (isGeneralFailure(error, 'stale')) {
        await queries.invalidateQueries({ queryKey: ['team', teamId] });
        setStale(true);
      } else alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, stale, run };
};
