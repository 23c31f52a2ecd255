import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import * as events from '#contracts/events';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { type ReactNode, useEffect, useState } from 'react';
import { useHost } from '../remote.ts';
import { Failed, Waiting, HomeLink } from '../ui/payment-page.tsx';
import { createPaymentReturn } from './payment-return.model.ts';

const secondPayment = 'You already have an active subscription. Your second payment is on its way back to you.';

type Answer = Infer<typeof calls.billing.checkSubscriptionSession.output>;

/** What was paid for, if the main screen does not show it plainly. */
const noticeOf = ({ paidTwice, team }: Partial<Answer> = {}): string | undefined => {
  if (paidTwice) return secondPayment;
  if (!team) return undefined;
  return team.renewed
    ? `The plan of ${team.name} is active again.`
    : `${team.name} is ready. Open Team to invite people.`;
};

interface ValidationProps {
  /** The user as known before the payment was validated. */
  readonly user: User;
  readonly sessionId: string;
  readonly waiting: ReactNode;
}

/** Validates a payment session, waits for the new end date and then redirects. */
export const Validation = ({ user, sessionId, waiting }: ValidationProps) => {
  const { alerts, bus, client, navigation, scope, session } = useHost();
  const [paid, setPaid] = useState<Answer>();
  const [payment] = useState(() =>
    createPaymentReturn(scope, {
      endDate: user.subscriptionEndDate,
      check: async () => {
        const answer = await client.call(calls.billing.checkSubscriptionSession, { sessionId });
        setPaid(answer);
        if (answer.pending) return 'pending';
        // Who renews a team may have no seat in it. A new team always gives its founder one.
        return answer.success && (answer.paidTwice || answer.team?.renewed) ? 'other' : answer.success;
      },
      refresh: () => session.refresh(),
    }),
  );
  const state = useBehavior(payment.state$);

  useEffect(() => payment.start(), [payment]);

  useEffect(() => {
    if (state.step !== 'done') return;
    const { heardFrom, subscriptionEndDate } = state.user;
    const message = noticeOf(paid);
    if (message !== undefined) alerts.show({ message, type: 'info', time: toastTimes.long });
    bus.emit(events.billing.subscriptionChanged, { subscriptionEndDate });
    navigation.navigate(heardFrom ? '/' : '/onboarding', { replace: true });
  }, [state, paid, alerts, bus, navigation]);

  if (state.step === 'pending')
    return (
      <Waiting
        title="Your payment is being processed"
        text="Some banks take a while. You can leave this page: the plan starts as soon as the payment arrives."
      >
        <HomeLink />
      </Waiting>
    );
  if (state.step !== 'failed') return waiting;
  return (
    <Failed
      heading="Your payment"
      title="Could not validate payment. Please try again."
      text="If you’ve paid, your payment is safe. It can take a moment to show up here."
      onRetry={payment.start}
    />
  );
};
