import { messageOf } from '@atrium/shared-kernel/client';
import { isFailure, isGeneralFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { money } from '@atrium/shared-kernel/contracts/money';
import { useState } from 'react';
import { useHost } from '../remote.ts';
import { dayOf } from '../ui/times.ts';
import { usePlanOutdated } from './billing.api.ts';

type Interval = 'month' | 'year';
type Cost = NonNullable<Infer<typeof calls.billing.changeInterval.output>['cost']>;

const failed = 'We couldn’t change your plan. Please try again.';
const declined =
  'The payment was declined, and nothing has changed. Use another card under Manage billing, then try again.';

/** Describes the new price: from when it applies, what is charged now, and what next. */
export const priceText = (
  interval: Interval,
  { date, amount, currency, due, renewDate, renewAmount }: Cost,
): string => {
  const price = `${money(amount, currency)} per ${interval}`;
  const renewal = `${dayOf(renewDate)} for ${money(renewAmount, currency)}`;
  return date === renewDate
    ? `Your plan is paid until ${dayOf(date)}. From that day it costs ${price}. Nothing is charged today. It renews on ${renewal}.`
    : `From today your plan costs ${price}. You’re charged ${money(due, currency)} now: the new price less what’s left of your current period. It renews on ${renewal}.`;
};

/**
 * Switches the plan to yearly or monthly payment, after the user has confirmed the price. `basedOn` names the plan that
 * is shown. If it has changed, nothing is charged and the price has to be requested again.
 */
export const useChangeInterval = (onDone: (() => void) | undefined, basedOn: string | undefined) => {
  const { alerts, client, dialogs, navigation, session } = useHost();
  const [busy, setBusy] = useState(false);
  const outdatedOf = usePlanOutdated();
  const alertError = (message: string) => alerts.show({ message, type: 'error', time: toastTimes.medium });

  const preview = async (interval: Interval): Promise<Cost | undefined> => {
    setBusy(true);
    try {
      return (await client.call(calls.billing.changeInterval, { interval, preview: true }, { basedOn })).cost;
    } catch (error) {
      alertError(messageOf(error, failed));
      if (isGeneralFailure(error, 'stale')) onDone?.();
      return undefined;
    } finally {
      setBusy(false);
    }
  };

  const change = async (interval: Interval, at: number) => {
    const request = { interval, at };
    return client.call(calls.billing.changeInterval, request, { basedOn }).catch((error: unknown) => {
      alertError(messageOf(error, failed));
      if (isGeneralFailure(error, 'stale')) onDone?.();
      throw error;
    });
  };

  const offer = async (interval: Interval): Promise<void> => {
    if (busy) return;
    const cost = await preview(interval);
    if (!cost) return;
    let answer: Awaited<ReturnType<typeof change>> | undefined;
    let outdated = false;
    const confirmed = await dialogs.confirm({
      title: interval === 'year' ? 'Pay yearly' : 'Pay monthly',
      message: priceText(interval, cost),
      outdated$: outdatedOf(basedOn),
      confirm: cost.due > 0 ? `Pay ${money(cost.due, cost.currency)}` : 'Confirm',
      async action() {
        try {
          answer = await change(interval, cost.at);
        } catch (error) {
          outdated = isFailure(error, calls.billing.changeInterval, 'amounts-outdated');
          if (!outdated) throw error;
        }
      },
    });
    if (!confirmed) return;
    // The service accepts a price only for a while, so this question would fail each time.
    if (outdated) return offer(interval);
    // The bank asks the customer first. Nothing changes before they confirm it there.
    if (answer?.redirectUrl !== undefined) return navigation.leave(answer.redirectUrl);
    // The question closes: to the same price the provider would repeat its answer, whatever the card is by then.
    if (!answer?.success) {
      alertError(declined);
      return;
    }
    alerts.show({ message: 'Your plan is changed.', type: 'info', time: toastTimes.medium });
    onDone?.();
    await session.refresh().catch(() => undefined);
  };
  return { offer, busy };
};
