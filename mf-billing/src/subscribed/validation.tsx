import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as events from '@atrium/shared-kernel/contracts/events';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { type ReactNode, useEffect, useState } from 'react';
import { useHost } from '../remote.ts';
import { createPaymentReturn } from './payment-return.model.ts';

const secondPayment = 'You already have an active subscription. Your second payment is on its way back to you.';

interface ValidationProps {
  /** The user as known before the payment was validated. */
  readonly user: User;
  readonly sessionId: string;
  readonly waiting: ReactNode;
}

/** Validates one payment session, waits for the new end date and goes on. */
export const Validation = ({ user, sessionId, waiting }: ValidationProps) => {
  const { alerts, bus, client, navigation, scope, session } = useHost();
  const [paidTwice, setPaidTwice] = useState(false);
  const [payment] = useState(() =>
    createPaymentReturn(scope, {
      endDate: user.subscriptionEndDate,
      check: async () => {
        const answer = await client.call(calls.billing.checkSubscriptionSession, { sessionId });
        setPaidTwice(answer.paidTwice === true);
        return answer.success;
      },
      refresh: () => session.refresh(),
    }),
  );
  const state = useBehavior(payment.state$);

  useEffect(() => payment.start(), [payment]);

  useEffect(() => {
    if (state.step !== 'done') return;
    const { heardFrom, subscriptionEndDate } = state.user;
    if (paidTwice) alerts.show({ message: secondPayment, type: 'info', time: toastTimes.long });
    bus.emit(events.billing.subscriptionChanged, { subscriptionEndDate });
    navigation.navigate(heardFrom ? '/' : '/onboarding', { replace: true });
  }, [state, paidTwice, alerts, bus, navigation]);

  if (state.step !== 'failed') return waiting;
  return (
    <FailureState
      title="Could not validate payment. Please try again."
      text="If you’ve paid, your payment is safe. It can take a moment to show up here."
      onRetry={payment.start}
    />
  );
};
