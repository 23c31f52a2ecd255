import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { copiedToClipboard } from '@atrium/shared-kernel/contracts/sentences';
import { useHost } from '../remote.ts';
import { joinLinkOf } from './link.ts';

/** Copies a team's join link and reports that (B8.13). */
export const useCopyLink = () => {
  const { alerts, navigation } = useHost();
  return async (team: Team): Promise<void> => {
    try {
      await navigator.clipboard.writeText(joinLinkOf(navigation.origin, team));
      alerts.show({ type: 'info', time: toastTimes.short, message: copiedToClipboard });
    } catch {
      // The browser denies access to the clipboard. The Join Link dialog shows the link to copy it by hand.
      alerts.show({ type: 'error', time: toastTimes.short, message: 'Failed to copy' });
    }
  };
};
