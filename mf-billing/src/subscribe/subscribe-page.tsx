import { alreadySubscribed } from '@atrium/shared-kernel/contracts/sentences';
import { planFor, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { type KeyValue, useBehavior } from '@atrium/shared-kernel/remote';
import { isActive } from '@atrium/shared-kernel/session';
import { money } from '@atrium/shared-kernel/contracts/money';
import { useEffect, useState } from 'react';
import { useHost } from '../remote.ts';
import { Failed, PaymentPage, Waiting } from '../ui/payment-page.tsx';
import { useCheckout } from './subscribe.api.ts';

type Interval = 'month' | 'year';
const intervalKey = 'interval';

/** The chosen interval: in the URL, or stored before the sign-up. Monthly by default. */
const intervalOf = (search: string, cookies: KeyValue): Interval =>
  (new URLSearchParams(search).get(intervalKey) ?? cookies.get(intervalKey)) === 'year' ? 'year' : 'month';

/** Stores the choice during the sign-up, which returns without it. Undefined removes it. */
const storeInterval = (cookies: KeyValue, interval: Interval | undefined): void => {
  if (interval === 'year') cookies.set(intervalKey, interval);
  else cookies.remove(intervalKey);
};

/** `/subscribe` (A4.08): redirects to the sign-up, the main screen or the payment page. */
export const SubscribePage = () => {
  const { alerts, ipInfo$, navigation, session, storage } = useHost();
  const known = useBehavior(session.authVersion$) > 0;
  const ipInfo = useBehavior(ipInfo$);
  const user = useBehavior(session.user$);
  const { currency, monthly, yearly } = planFor(ipInfo?.country ?? user?.countryCode);
  const [interval] = useState(() => intervalOf(navigation.location$.value.search, storage.cookies));
  const { start, failure, subscribed } = useCheckout();

  const leaveAsSubscribed = () => {
    alerts.show({ message: alreadySubscribed, type: 'info', time: toastTimes.medium });
    navigation.navigate('/', { replace: true });
  };
  const proceed = () => {
    if (!user) {
      storage.cookies.set('intent', 'subscribe');
      storeInterval(storage.cookies, interval);
      navigation.navigate('/auth/signup', { replace: true });
      return;
    }
    storeInterval(storage.cookies, undefined);
    if (isActive(user.subscriptionEndDate)) leaveAsSubscribed();
    else start({ user, interval });
  };

  // Once per visit: later changes of the session must not order again.
  useEffect(() => {
    if (known) proceed();
    // oxlint-disable-next-line react/exhaustive-deps -- the rest is as stable as the mount
  }, [known]);

  // The user has paid in another tab or just before, so this tab's data about them is outdated.
  useEffect(() => {
    if (!subscribed) return;
    leaveAsSubscribed();
    session.refresh().catch(() => undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- the rest is as stable as the mount
  }, [subscribed]);

  return (
    <PaymentPage>
      {failure ? (
        <Failed heading="Subscribe to Atrium" title={failure} text="Nothing has been charged." onRetry={proceed} />
      ) : (
        <Waiting
          title="Opening the secure checkout"
          text={`Premium costs ${money(interval === 'year' ? yearly : monthly, currency)} a ${interval} and renews until you cancel. You’ll confirm it on the next page. Nothing is charged until then.`}
        />
      )}
    </PaymentPage>
  );
};
