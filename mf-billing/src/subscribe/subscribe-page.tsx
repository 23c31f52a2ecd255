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

/** What the person chose: in the address, else before they signed up; by default a month. */
const intervalOf = (search: string, cookies: KeyValue): Interval =>
  (new URLSearchParams(search).get(intervalKey) ?? cookies.get(intervalKey)) === 'year' ? 'year' : 'month';

/** Stores the choice for after the sign-up, which leads back without it; undefined removes it. */
const storeInterval = (cookies: KeyValue, interval: Interval | undefined): void => {
  if (interval === 'year') cookies.set(intervalKey, interval);
  else cookies.remove(intervalKey);
};

/** `/subscribe` (A4.08): on to sign-up, to the main screen or to the payment page. */
export const SubscribePage = () => {
  const { alerts, ipInfo$, navigation, session, storage } = useHost();
  const known = useBehavior(session.authVersion$) > 0;
  const ipInfo = useBehavior(ipInfo$);
  const user = useBehavior(session.user$);
  const { currency, monthly, yearly } = planFor(ipInfo ? ipInfo.country : user?.countryCode);
  const [interval] = useState(() => intervalOf(navigation.location$.value.search, storage.cookies));
  const { start, failure, subscribed } = useCheckout();

  const leaveAsSubscribed = () => {
    alerts.show({ message: alreadySubscribed, type: 'info', time: toastTimes.medium });
    navigation.navigate('/', { replace: true });
  };
  const begin = () => {
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

  // Once per visit: what the session says later does not order a second time.
  useEffect(() => {
    if (known) begin();
    // oxlint-disable-next-line react/exhaustive-deps -- the rest is as stable as the mount
  }, [known]);

  // The person has paid in another tab or a moment ago: what this tab knows about them is out of date.
  useEffect(() => {
    if (!subscribed) return;
    leaveAsSubscribed();
    session.refresh().catch(() => undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- the rest is as stable as the mount
  }, [subscribed]);

  return (
    <PaymentPage>
      {failure ? (
        <Failed heading="Subscribe to Atrium" title={failure} text="Nothing has been charged." onRetry={begin} />
      ) : (
        <Waiting
          title="Opening the secure checkout"
          text={`Premium costs ${money(interval === 'year' ? yearly : monthly, currency)} a ${interval} and renews until you cancel. You’ll confirm it on the next page. Nothing is charged until then.`}
        />
      )}
    </PaymentPage>
  );
};
