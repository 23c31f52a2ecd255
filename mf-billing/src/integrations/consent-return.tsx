import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '#contracts/dialogs';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { useEffect, useRef } from 'react';
import { useHost } from '../remote.ts';
import { PaymentPage, Waiting } from '../ui/payment-page.tsx';
import { connectFailed, providerNames } from './providers.ts';

const outcomeAlert = (provider: string | null, outcome: string | null) => {
  const known = provider === 'microsoft' ? 'microsoft' : 'google';
  const name = providerNames[known];
  if (outcome === 'connected') return { message: `${name} Services successfully connected`, type: 'info' as const };
  if (outcome === 'refused')
    return { message: `${name} Services weren’t connected because you didn’t allow access.`, type: 'warn' as const };
  return { message: connectFailed(known), type: 'error' as const };
};

/** The page that a consent page returns to. Reports the outcome and opens the settings again. */
export const ConsentReturn = () => {
  const { alerts, dialogs: shown, navigation, session } = useHost();
  const { search } = useBehavior(navigation.location$);
  const version = useBehavior(session.authVersion$);
  const reported = useRef(false);

  useEffect(() => {
    // The settings need the user, who is unknown after a full load of the page.
    if (version === 0 || reported.current) return;
    reported.current = true;
    const query = new URLSearchParams(search);
    const { message, type } = outcomeAlert(query.get('provider'), query.get('outcome'));
    alerts.show({ message, type, time: toastTimes.medium });
    navigation.navigate('/', { replace: true });
    if (session.user$.value) void shown.open(dialogs.billing.settings, { tab: 'Integrations' });
  }, [alerts, navigation, search, session, shown, version]);

  return (
    <PaymentPage>
      <Waiting title="One moment" text="Taking you back to your settings." />
    </PaymentPage>
  );
};
