import type { updateTeamSubscription } from '@atrium/shared-kernel/contracts/calls/billing';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { money } from '@atrium/shared-kernel/contracts/money';
import { dayOf } from '../team/dates.ts';

export type Preview = Infer<typeof updateTeamSubscription.output>;

type Invoice = NonNullable<Preview['nextInvoice']>;

export interface Amounts {
  /** The code of the currency, such as `USD`. */
  readonly currency: string;
  /** Charged as soon as the seats change. A negative amount is returned. */
  readonly now: string;
  /** The next regular invoice. Undefined if the plan ends before it. */
  readonly next: string | undefined;
  /** The day on which the plan ends. */
  readonly ends: string | undefined;
  /** What has to be paid before seats can change. */
  readonly open: string | undefined;
}

const amountDue = ({ amount_due: due, currency }: Invoice): string => money(due, currency);

/**
 * Formats the amounts of a preview in the currency that is charged (B9.04): payers in South Africa are charged in rand,
 * wherever the reader is. Undefined while there is no preview.
 */
export const amountsOf = (preview: Preview | undefined): Amounts | undefined => {
  if (!preview) return undefined;
  const { prorationInvoice, nextInvoice, openInvoice, endDate } = preview;
  const currency = prorationInvoice?.currency ?? nextInvoice?.currency ?? openInvoice?.currency ?? 'usd';
  return {
    currency: currency.toUpperCase(),
    now: money(prorationInvoice?.amount_due ?? 0, currency),
    next: nextInvoice && endDate === undefined ? amountDue(nextInvoice) : undefined,
    ends: endDate === undefined ? undefined : dayOf(endDate),
    open: openInvoice && amountDue(openInvoice),
  };
};
