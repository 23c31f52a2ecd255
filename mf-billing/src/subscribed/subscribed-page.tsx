import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { useEffect, useState } from 'react';
import { useHost } from '../remote.ts';
import { PaymentPage, Waiting } from '../ui/payment-page.tsx';
import { Validation } from './validation.tsx';

/** `/subscribed`: the return from the payment page (A4.09, A4.10). */
export const SubscribedPage = () => {
  const { client, navigation, session } = useHost();
  const [query] = useState(() => new URLSearchParams(navigation.location$.value.search));
  const user = useBehavior(session.user$);
  const known = useBehavior(session.authVersion$) > 0;
  const sessionId = query.get('session_id');
  const canceled = query.has('canceled') || !sessionId;
  const redirectTo = canceled ? '/' : known && !user ? '/auth/login' : undefined;

  useEffect(() => {
    const expired = query.get('expire_session_id');
    if (!expired) return;
    // The user may have paid before canceling by the link; then the plan is there. A session expires on its own, so a
    // failure changes nothing.
    client
      .call(calls.billing.expirePaymentSession, { sessionId: expired })
      .then(() => session.refresh())
      .catch(() => undefined);
  }, [client, query, session]);

  useEffect(() => {
    if (redirectTo) navigation.navigate(redirectTo, { replace: true });
  }, [redirectTo, navigation]);

  const waiting = (
    <Waiting title="Confirming your payment" text="This takes a few seconds. Please keep this page open." />
  );
  if (redirectTo || !user || !sessionId) return <PaymentPage>{waiting}</PaymentPage>;
  return (
    <PaymentPage>
      <Validation user={user} sessionId={sessionId} waiting={waiting} />
    </PaymentPage>
  );
};
