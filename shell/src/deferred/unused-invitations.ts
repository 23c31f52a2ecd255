import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Host } from '@atrium/shared-kernel/remote';
import { isActive } from '@atrium/shared-kernel/session';
import { combineLatest } from 'rxjs';
import { isId } from '@atrium/shared-kernel/contracts/id';

/**
 * Who has a plan stays on the main screen with a link to join a team (B2.07). The link is removed from the address, so
 * that it does nothing later, when the plan has ended. The user is told, and can join by themselves.
 */
export const reportUnusedInvitations = ({
  navigation,
  session,
  alerts,
}: Pick<Host, 'alerts' | 'navigation' | 'session'>): void => {
  combineLatest([navigation.location$, session.user$, session.authVersion$]).subscribe(([, user, version]) => {
    // A redirect may have left this address while it was being reported.
    const { pathname, search } = navigation.location$.value;
    const teamId = new URLSearchParams(search).get('joinTeamId');
    if (pathname !== '/' || version === 0 || teamId === null) return;
    // Others are on their way to the page that joins the team, unless the link has no id at all.
    if (teamId !== '' && !isActive(user?.subscriptionEndDate)) return;
    navigation.setQuery({ joinTeamId: undefined }, { replace: true });
    if (!isId(teamId)) {
      const message = 'This link doesn’t lead to a team. Check that you copied all of it.';
      alerts.show({ message, type: 'error', time: toastTimes.long });
      return;
    }
    const join = () => navigation.navigate(`/join?${new URLSearchParams({ id: teamId })}`);
    alerts.show({
      message: 'You already have a plan, so this link didn’t add you to the team.',
      type: 'info',
      time: toastTimes.longest,
      action: { label: 'Join anyway', onSelect: join },
    });
  });
};
