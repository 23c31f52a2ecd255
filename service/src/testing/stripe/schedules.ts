import type { Ledger } from './ledger.ts';
import { requirePrice } from './prices.ts';
import type { Item, Schedule } from './records.ts';
import { missing, type Params, Refusal, type Route } from './route.ts';
import type { Wire } from './wire.ts';

interface Phase {
  readonly start_date?: number;
  readonly end_date?: number;
  readonly items: readonly Item[];
}

/** Stripe's calls for schedules of subscriptions, as far as the product uses them: this period, then another price. */
export const schedules = (ledger: Ledger, wire: Wire): readonly Route[] => {
  const find = (id: string): Schedule => {
    const found = [...ledger.subscriptions.values()].find(({ schedule }) => schedule?.id === id)?.schedule;
    if (!found) throw missing('subscription schedule', id);
    return found;
  };
  const create = ({ from_subscription: from }: Params) => {
    const of = ledger.subscriptions.get(String(from));
    if (!of) throw missing('subscription', String(from));
    if (of.schedule) throw new Refusal('This subscription is attached to a schedule already.', 'attached');
    if (of.cancelAtEnd) throw new Refusal('A subscription that is set to cancel has no schedule.', 'canceling');
    return wire.schedule(ledger.schedule(of));
  };
  const update = (params: Params, id: string) => {
    const schedule = find(id);
    const { start, end } = ledger.subscriptions.get(schedule.subscription)!;
    const [current, next] = params['phases'] as readonly Phase[];
    if (current?.start_date !== start || current.end_date !== end)
      throw new Refusal('You can not modify the start date of the current phase.', 'phase_start');
    const [item] = next?.items ?? [];
    const price = requirePrice(item);
    const metadata = Object.entries((params['metadata'] ?? {}) as Record<string, unknown>);
    schedule.metadata = Object.fromEntries(metadata.map(([key, value]) => [key, String(value)]));
    schedule.next = { amount: price.unit_amount, interval: price.recurring.interval };
    schedule.nextStart = end;
    return wire.schedule(schedule);
  };
  const release = (_: Params, id: string) => {
    const schedule = find(id);
    schedule.status = 'released';
    const answer = wire.schedule(schedule);
    ledger.subscriptions.get(schedule.subscription)!.schedule = undefined;
    return answer;
  };
  const file = 'SubscriptionSchedules.d.ts';
  return [
    [/^POST \/v1\/subscription_schedules$/, file, 'SubscriptionScheduleCreateParams', create],
    [/^POST \/v1\/subscription_schedules\/(\w+)$/, file, 'SubscriptionScheduleUpdateParams', update],
    [/^POST \/v1\/subscription_schedules\/(\w+)\/release$/, file, 'SubscriptionScheduleReleaseParams', release],
  ];
};
