import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { useHost } from '../remote.ts';
import { joinLinkOf } from './link.ts';

/** Puts a team's join link into the clipboard and says so (B8.13). */
export const useCopyLink = () => {
  const { alerts, navigation } = useHost();
  return async (team: Team): Promise<void> => {
    try {
      await navigator.clipboard.writeText(joinLinkOf(navigation.origin, team));
      alerts.show({ type: 'info', time: toastTimes.short, message: 'Copied to clipboard.' });
    } catch {
      // The browser keeps its clipboard to itself; the link stands in the Join Link dialog to be copied by hand.
      alerts.show({ type: 'error', time: toastTimes.short, message: 'Failed to copy' });
    }
  };
};
