import type { updateTeamSubscription } from '@atrium/shared-kernel/contracts/calls/billing';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { useHost } from '../remote.ts';
import { amountOf } from '../price/amount.ts';
import { dayOf } from '../team/dates.ts';

export type Preview = Infer<typeof updateTeamSubscription.output>;

export interface Amounts {
  /** Charged as soon as the seats change; below zero it is given back. */
  readonly now: string;
  /** Of the next regular invoice; none where the plan ends before it. */
  readonly next: string | undefined;
  /** The day on which the plan ends. */
  readonly ends: string | undefined;
  /** What has to be paid before seats change. */
  readonly open: string | undefined;
}

/** The amounts of a preview in words, by the country of the person (B9.04); undefined while there is none. */
export const useAmounts = (preview: Preview | undefined): Amounts | undefined => {
  const { ipInfo$, session } = useHost();
  const place = useBehavior(ipInfo$);
  const user = useBehavior(session.user$);
  const country = place?.country ?? user?.countryCode;
  if (!preview) return undefined;
  const { prorationInvoice, nextInvoice, openInvoice, endDate } = preview;
  return {
    now: amountOf(prorationInvoice ?? { amount_due: 0, currency: nextInvoice?.currency ?? 'usd' }, country),
    next: nextInvoice && endDate === undefined ? amountOf(nextInvoice, country) : undefined,
    ends: endDate === undefined ? undefined : dayOf(endDate),
    open: openInvoice && amountOf(openInvoice, country),
  };
};
