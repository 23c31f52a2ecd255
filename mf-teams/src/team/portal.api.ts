import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useState } from 'react';
import { firstValueFrom, timer } from 'rxjs';
import { useHost } from '../remote.ts';

/** In milliseconds. By then the browser has left for the provider. If it comes back, the button is enabled again. */
const leaveTimeout = 5000;

/** Opens a page at the payment provider. `request` answers with its address. */
export const usePaymentPage = () => {
  const { alerts, navigation, scope } = useHost();
  const [opening, setOpening] = useState(false);
  const open = async (request: () => Promise<{ redirectUrl: string }>) => {
    if (opening) return;
    setOpening(true);
    try {
      const { redirectUrl } = await request();
      navigation.leave(redirectUrl);
      await firstValueFrom(timer(leaveTimeout).pipe(scope.until()), { defaultValue: 0 });
    } catch (error) {
      alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
    }
    setOpening(false);
  };
  return { opening, open };
};

/** Opens the team's page at the payment provider (B2.39). */
export const useTeamPortal = (teamId: string) => {
  const { client } = useHost();
  const { opening, open } = usePaymentPage();
  return { opening, open: () => open(() => client.call(calls.billing.createTeamPortalSession, { teamId })) };
};
