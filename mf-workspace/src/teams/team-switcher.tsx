import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import * as events from '#contracts/events';
import { Menu } from '@atrium/shared-kernel/ui/menu';
import { Spinner } from '@atrium/shared-kernel/ui/progress';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import Users from 'lucide-react/icons/users';
import { useEffect, useState } from 'react';
import { useHost } from '../remote.ts';
import styles from './team-switcher.module.css';
import { usePlanBanner } from './plan-banner.ts';
import { rememberTeams } from './teams-known.ts';

const useTeams = (userId: string) => {
  const { client, bus, storage } = useHost();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['teams', userId],
    queryFn: ({ signal }) => client.call(calls.teams.listTeams, {}, { signal }),
  });
  useEffect(() => {
    const changes = bus
      .on(events.teams.changed)
      .subscribe(() => void queries.invalidateQueries({ queryKey: ['teams'] }));
    return () => changes.unsubscribe();
  }, [bus, queries]);
  useEffect(() => {
    if (data) rememberTeams(storage.local, data.teams.length);
  }, [data, storage]);
  return data?.teams ?? [];
};

/** Switches the team. `requested` is the new team until it is the user's active one. */
const useSwitch = () => {
  const { client, session, alerts } = useHost();
  const [requested, setRequested] = useState<string>();
  const switchTo = async (teamId: string) => {
    setRequested(teamId);
    try {
      await client.call(calls.teams.switchActiveTeam, { teamId });
      // If the user cannot be fetched again, they are in the new team nevertheless.
      await session.refresh().catch(() => session.patch({ activeTeam: teamId }));
    } catch (error) {
      const message = messageOf(error, 'Failed to switch teams, please try again.');
      alerts.show({ type: 'error', time: toastTimes.long, message });
    }
    setRequested(undefined);
  };
  return { requested, switchTo };
};

/** The active team, and a menu to switch it, for users in more than one (B2.12, B4.42). */
export const TeamSwitcher = ({ user }: { user: User }) => {
  const teams = useTeams(user._id);
  usePlanBanner(teams);
  const { requested, switchTo } = useSwitch();
  const switching = requested !== undefined && requested !== user.activeTeam;
  if (teams.length < 2) return null;
  const active = teams.find(({ _id }) => _id === user.activeTeam);
  const name = active?.name ?? 'Choose a team';
  return (
    <Menu
      items={teams.map((team) => ({
        label: team.name,
        icon: team === active ? <Check /> : <span />,
        disabled: team === active,
        onSelect: () => void switchTo(team._id),
      }))}
      trigger={
        <button
          type="button"
          className={styles.switcher}
          title={name}
          aria-label={switching ? 'Switching' : `Team: ${name}`}
          aria-busy={switching}
          disabled={switching}
        >
          <span className={styles.icon} aria-hidden>
            {switching ? <Spinner /> : <Users />}
          </span>
          <span dir="auto" className={styles.name}>
            {switching ? 'Switching' : name}
          </span>
          <ChevronsUpDown className={styles.more} aria-hidden />
        </button>
      }
    />
  );
};
