import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useState } from 'react';
import { useHost } from '../remote.ts';

/** Opens the team's page at the payment provider (B2.39). */
export const useTeamPortal = (teamId: string) => {
  const { alerts, client, navigation } = useHost();
  const [opening, setOpening] = useState(false);
  const open = async () => {
    if (opening) return;
    setOpening(true);
    try {
      const { redirectUrl } = await client.call(calls.billing.createTeamPortalSession, { teamId });
      navigation.leave(redirectUrl);
    } catch (error) {
      alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
      setOpening(false);
    }
  };
  return { opening, open };
};
