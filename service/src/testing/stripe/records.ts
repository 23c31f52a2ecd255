/** All times are in seconds since 1970, all amounts in minor units. */
export interface Customer {
  readonly id: string;
  email: string;
  pays: boolean;
  /** The ids of its payment methods. Without one nothing can be charged. */
  cards: string[];
  /** Whether the card's owner has to confirm charges for changes. */
  confirms: boolean;
  /** A negative balance is a credit of the customer. */
  balance: number;
  metadata: Record<string, string>;
}
export interface Session {
  readonly id: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly email: string;
  readonly customer?: string;
  readonly quantity: number;
  readonly amount: number;
  readonly currency: string;
  readonly interval: 'month' | 'year';
  readonly created: number;
  status: 'open' | 'complete' | 'expired';
  subscription?: string;
}
/** An item of a subscription in a request. */
export interface Item {
  readonly price?: string;
  readonly price_data?: { currency: string; unit_amount: number; recurring: { interval: 'month' | 'year' } };
  readonly quantity: number;
}
export interface Price {
  readonly amount: number;
  readonly interval: 'month' | 'year';
}
export interface Schedule {
  readonly id: string;
  readonly subscription: string;
  metadata: Record<string, string>;
  status: 'active' | 'released';
  /** The price from the end of the current period on. */
  next?: Price;
  nextStart?: number;
}
export interface Subscription {
  readonly id: string;
  readonly item: string;
  readonly customer: string;
  readonly currency: string;
  readonly startDate: number;
  amount: number;
  interval: 'month' | 'year';
  /** The time from which periods are counted. */
  anchor: number;
  schedule?: Schedule | undefined;
  quantity: number;
  start: number;
  end: number;
  status: 'active' | 'past_due' | 'canceled';
  cancelAtEnd: boolean;
  endedAt: number | null;
  latest: string;
  /** A change that is applied when its invoice is paid. */
  pending?:
    | { readonly quantity: number; readonly to?: Repricing; readonly invoice: string; readonly expires: number }
    | undefined;
}
/** Another price, with a period that starts at `at`. */
export interface Repricing extends Price {
  readonly at: number;
}
export interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly customer: string;
  readonly subscription: string;
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  readonly created: number;
  readonly currency: string;
  readonly total: number;
  readonly startingBalance: number;
  endingBalance: number | null;
  due: number;
  status: 'paid' | 'open' | 'void';
}
export interface BalanceTransaction {
  readonly id: string;
  readonly customer: string;
  readonly amount: number;
  readonly endingBalance: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
}
export interface Refund {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly intent: string;
}
