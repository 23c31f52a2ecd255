/** What a checkout sells: `quantity` seats of one plan. Amounts are in minor currency units. */
export interface Order {
  readonly userId: string;
  /** For the provider's page and receipt. */
  readonly email: string;
  readonly interval: 'month' | 'year';
  readonly quantity: number;
  readonly unitAmount: number;
  /** ISO 4217 in lower case. */
  readonly currency: string;
  /** The new or existing team that gets these seats; undefined for a user's own plan. */
  readonly teamName?: string;
  /** The provider's customer that pays, if there is one already. */
  readonly customerId?: string;
  /** The product's own origin, to which the provider's page returns. */
  readonly origin: string;
  /** Idempotency key: requests with the same key open the same checkout. */
  readonly key?: string;
}

/** A paid checkout as the provider reports it. The same purchase always has the same `eventId`. */
export interface Purchase {
  readonly eventId: string;
  readonly provider: string;
  readonly sessionId: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly testAccount: boolean;
  readonly start: Date;
  readonly end: Date;
}

/** The state of a checkout. `pending`: completed, but the payment has not arrived. `expired`: also if it is unknown. */
export type CheckoutState =
  | { readonly status: 'open' | 'pending' | 'expired' }
  | { readonly status: 'paid'; readonly purchase: Purchase };

/** The price of one seat for one interval, in minor units. */
export interface PlanPrice {
  readonly interval: 'month' | 'year';
  readonly unitAmount: number;
}

/** The current state of a subscription at its provider. */
export interface SubscriptionState {
  readonly customerId: string;
  /** `past_due`: a renewal was not paid, and the provider retries the charge. */
  readonly status: 'active' | 'past_due' | 'canceled';
  readonly cancelAtEnd: boolean;
  readonly quantity: number;
  /** A change to another quantity that waits for the payer to confirm the payment. */
  readonly waiting?: { readonly quantity: number };
  /** The price of one seat now. `next` is the price from `end` on, if it differs. */
  readonly price?: PlanPrice;
  readonly next?: PlanPrice;
  /** The current period. It is paid until `end`. */
  readonly start: Date;
  readonly end: Date;
  /** The provider marks it as a test account. */
  readonly testAccount: boolean;
}

/** A request for another number of seats as of `at`, in whole seconds. The same `at` always gives the same amounts. */
export interface SeatTarget {
  readonly quantity: number;
  readonly at: Date;
}

/** The same request as an order. `key` is an idempotency key: the order is executed once per key. */
export interface SeatOrder extends SeatTarget {
  readonly key: string;
}

/** A request for another price from `at` on, in whole seconds. A new period starts then. */
export interface PriceTarget extends PlanPrice {
  readonly at: Date;
}

/** The same request as an order. `key` is an idempotency key: the order is executed once per key. */
export interface PriceOrder extends PriceTarget {
  readonly key: string;
}

/**
 * The outcome of an order. With `redirectUrl`, nothing has changed yet: the payer must confirm the payment there until
 * `expires`.
 */
export type SeatOutcome = 'changed' | 'declined' | { readonly redirectUrl: string; readonly expires: Date };

/** Whose portal to open: that of the team if `teamId` is given. */
export interface PortalRequest {
  readonly customerId: string;
  readonly teamId?: string;
  readonly origin: string;
}

/** What a change of seats costs, in minor units: `due` now, `next` at the renewal, if there is one. */
export interface SeatCost {
  readonly due: number;
  readonly next?: number;
  /** The unpaid amount. While there is one, no seats can be changed and nothing else is charged. */
  readonly open?: number;
  readonly currency: string;
}

/** What another price costs, in minor units: `due` now, `next` at the renewal. */
export interface PriceCost {
  readonly due: number;
  readonly next: number;
  readonly currency: string;
}

/**
 * What was returned for a subscription, in minor units: refunded to its source, or credited against the next invoices.
 */
export interface Refund {
  readonly refunded: number;
  readonly credited: number;
  /** A page that shows it. */
  readonly url: string | null;
}

/**
 * One invoice. `amount` is the amount charged or due, in minor units, `created` its date, and `url` a page that shows
 * it.
 */
export interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly created: Date;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'paid' | 'open' | 'void';
  readonly url: string | null;
}

/** An event at the provider. It names the subscription or checkout whose state has to be read again. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly subscriptionId?: string;
  readonly sessionId?: string;
}

/** An event was not sent by the provider. */
export class ForgedEvent extends Error {}

/** A payment provider. It is the source of truth for payments; the service stores copies of its state. */
export interface PaymentsPort {
  readonly provider: string;
  /** The provider's ledger is in the service's own tables, so its state needs no copy. */
  readonly ownLedger?: true;
  /** Opens a checkout. `sessionId` is the provider's id, `redirectUrl` the provider's page. */
  openCheckout(order: Order): Promise<{ sessionId: string; redirectUrl: string; expires: Date }>;
  /** The state of a checkout that `openCheckout` made. */
  readCheckout(sessionId: string): Promise<CheckoutState>;
  /** Ends an open checkout without a charge. A paid one stays paid. */
  expireCheckout(sessionId: string): Promise<void>;
  /**
   * The page on which a customer sees invoices, changes the card, cancels and resumes; undefined for an unknown
   * customer.
   */
  openPortal(customer: PortalRequest): Promise<{ redirectUrl: string } | undefined>;
  /** Undefined for an unknown subscription. */
  readSubscription(subscriptionId: string): Promise<SubscriptionState | undefined>;
  /** What `changeSeats` charges for the same request. Changes nothing. */
  previewSeats(subscriptionId: string, request: SeatTarget): Promise<SeatCost>;
  /**
   * Changes the number of seats and charges the difference at once. If the charge is declined, nothing changes. A
   * pending change to another quantity is dropped.
   */
  changeSeats(subscriptionId: string, order: SeatOrder): Promise<SeatOutcome>;
  /** What `changePrice` charges for the same request. Changes nothing. */
  previewPrice(subscriptionId: string, request: PriceTarget): Promise<PriceCost>;
  /**
   * Starts a period at another price and charges for it, less the unused part of the previous period. If the charge is
   * declined, nothing changes.
   */
  changePrice(subscriptionId: string, order: PriceOrder): Promise<SeatOutcome>;
  /** Schedules another price for the end of the paid period; undefined drops what was scheduled. */
  schedulePrice(subscriptionId: string, next: PlanPrice | undefined): Promise<void>;
  /**
   * Ends the subscription now, without a further charge, and voids what is unpaid of it. One that has already ended stays as
   * it is.
   */
  cancel(subscriptionId: string): Promise<void>;
  /**
   * Voids what is unpaid of a subscription that the provider has ended itself, so that nobody pays for it afterwards.
   * Undefined if the provider voids it when it ends one.
   */
  readonly voidUnpaid?: (subscriptionId: string) => Promise<void>;
  /** Ends the subscription at the end of the paid period. */
  cancelAtEnd(subscriptionId: string): Promise<void>;
  /**
   * Ends the subscription now and returns all that was paid for it. What cannot be refunded is credited to the customer
   * `creditTo`, by default to the subscription's own. Idempotent.
   */
  refund(subscriptionId: string, creditTo?: string): Promise<Refund>;
  /**
   * The payer has left: their card is removed, and nothing more is charged unless the user with the address `email`
   * resumes it with their own card.
   */
  handOver(subscriptionId: string, email: string): Promise<void>;
  /**
   * Sets the address to which the provider writes about payments. Does nothing for an unknown customer. Undefined if the
   * provider keeps no address.
   */
  readonly setEmail?: (customerId: string, email: string) => Promise<void>;
  /**
   * The invoices of all these subscriptions, newest first, at most 100. With `before`, those older than that invoice;
   * none if it belongs to none of the subscriptions.
   */
  listInvoices(
    subscriptionIds: readonly string[],
    before?: string,
  ): Promise<{ invoices: readonly Invoice[]; more: boolean }>;
  /**
   * Reads an event from the raw body and its signature. Throws ForgedEvent. Undefined if the provider sends no events.
   */
  readonly readEvent?: (body: Buffer, signature: string) => Promise<PaymentEvent>;
  /**
   * The id of the checkout that created the subscription; undefined if it was not created by a checkout of this
   * product.
   */
  findCheckout(subscriptionId: string): Promise<string | undefined>;
}
