import * as dialogs from '#contracts/dialogs';
import type { TeamSummary } from '@atrium/shared-kernel/contracts/entities/team';
import { useEffect, useRef } from 'react';
import { useHost } from '../remote.ts';

/** A date in words. Formats are expensive to create, and few people see this one. */
const dayOf = (instant: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(instant));

const textOf = (name: string, ends: string): string =>
  `The person who paid for ${name} left. Its plan ends on ${dayOf(ends)}, and then no one has a seat. To keep it, resume it with a card of your own.`;

/**
 * Shows a banner that a plan has passed to this user and ends, with a button to keep it. Once per session, until the
 * plan continues.
 */
export const usePlanBanner = (teams: readonly TeamSummary[]): void => {
  const { alerts, dialogs: modals, storage } = useHost();
  const shown = useRef(new Map<string, string>());
  useEffect(() => {
    const ending = new Map(
      teams.flatMap(({ planEnds, ...team }) => (planEnds ? [[team._id, { ...team, planEnds }]] : [])),
    );
    for (const [teamId, alert] of shown.current)
      if (!ending.has(teamId)) {
        alerts.dismiss(alert);
        shown.current.delete(teamId);
      }
    for (const { _id: teamId, name, planEnds } of ending.values()) {
      const key = `plan-ends ${teamId}`;
      if (storage.session.get(key) === planEnds) continue;
      storage.session.set(key, planEnds);
      const onSelect = () => void modals.open(dialogs.teams.admin, { teamId });
      const message = textOf(name, planEnds);
      const alert = alerts.show({ message, type: 'warn', time: 0, action: { label: 'Open team', onSelect } });
      shown.current.set(teamId, alert);
    }
  }, [alerts, modals, storage, teams]);
};
