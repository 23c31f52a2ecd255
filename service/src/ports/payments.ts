/** What a checkout sells: `quantity` seats of one plan. Money in minor currency units. */
export interface Order {
  readonly userId: string;
  /** For the provider's page and receipt. */
  readonly email: string;
  readonly interval: 'month' | 'year';
  readonly quantity: number;
  readonly unitAmount: number;
  /** ISO 4217 in lower case. */
  readonly currency: string;
  /** The team that gets these seats, new or of old; none for a person's own plan. */
  readonly teamName?: string;
  /** The provider's customer that pays, where there is one already. */
  readonly customerId?: string;
  /** The product's own origin, to which the provider's page returns. */
  readonly origin: string;
  /** The same key opens the same checkout, however often it is sent. */
  readonly key?: string;
}

/** What a provider says of a paid checkout; the same purchase always has the same `eventId`. */
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

/** Where a checkout stands. `pending`: completed, and the money is on its way. `expired` also where it is not known. */
export type CheckoutState =
  | { readonly status: 'open' | 'pending' | 'expired' }
  | { readonly status: 'paid'; readonly purchase: Purchase };

/** What one seat costs for one interval, in minor units. */
export interface PlanPrice {
  readonly interval: 'month' | 'year';
  readonly unitAmount: number;
}

/** A subscription as its provider has it now. */
export interface SubscriptionState {
  readonly customerId: string;
  /** `past_due`: a renewal was not paid, and is tried again. */
  readonly status: 'active' | 'past_due' | 'canceled';
  readonly cancelAtEnd: boolean;
  readonly quantity: number;
  /** Another quantity waits for its payer to confirm the payment. */
  readonly waiting?: { readonly quantity: number };
  /** What is paid for one seat now, and from `end` on where that is another price. */
  readonly price?: PlanPrice;
  readonly next?: PlanPrice;
  /** The period that `end` ends; `end` is the end of what is paid. */
  readonly start: Date;
  readonly end: Date;
  /** The provider marks accounts that are not to be taken for real ones. */
  readonly testAccount: boolean;
}

/** A request for other seats, as of `at`, to the second: the same instant gives the same amounts. */
export interface SeatTarget {
  readonly quantity: number;
  readonly at: Date;
}

/** The same request as an order; what has one `key` is done once, however often it is asked for. */
export interface SeatOrder extends SeatTarget {
  readonly key: string;
}

/** A request for another price from `at` on, to the second, with a period that begins then. */
export interface PriceTarget extends PlanPrice {
  readonly at: Date;
}

/** The same request as an order; what has one `key` is done once, however often it is asked for. */
export interface PriceOrder extends PriceTarget {
  readonly key: string;
}

/** What became of an order of seats or of another price; with a page: nothing yet, the payer has to confirm the payment there until `expires`. */
export type SeatOutcome = 'changed' | 'declined' | { readonly redirectUrl: string; readonly expires: Date };

/** Whose portal: of a team where it is named. */
export interface PortalRequest {
  readonly customerId: string;
  readonly teamId?: string;
  readonly origin: string;
}

/** What a change of seats costs, in minor units: `due` at once, `next` at the renewal, where there is one. */
export interface SeatCost {
  readonly due: number;
  readonly next?: number;
  /** What is not paid: while there is such, no seats are changed and nothing else is charged. */
  readonly open?: number;
  readonly currency: string;
}

/** What another price costs, in minor units: `due` at once, `next` at the renewal. */
export interface PriceCost {
  readonly due: number;
  readonly next: number;
  readonly currency: string;
}

/** What went back for a subscription, in minor units: refunded to where it came from, or taken off the next invoices. */
export interface Refund {
  readonly refunded: number;
  readonly credited: number;
  /** A page that shows it. */
  readonly url: string | null;
}

/** One bill. `amount` is what was or is to be charged, in minor units; `created` its date; `url` a page that shows it. */
export interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly created: Date;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'paid' | 'open' | 'void';
  readonly url: string | null;
}

/** Something that happened at the provider: which subscription or checkout to ask it about. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly subscriptionId?: string;
  readonly sessionId?: string;
}

/** What came as an event was not the provider's. */
export class ForgedEvent extends Error {}

/** A payment provider: takes the money and keeps the truth about it, which the service asks for and writes down. */
export interface PaymentsPort {
  readonly provider: string;
  /** Its ledger is the tables of the service: what it says about a subscription is stored already. */
  readonly ownLedger?: true;
  /** Opens a checkout; `sessionId` is the provider's, `redirectUrl` its page. */
  openCheckout(order: Order): Promise<{ sessionId: string; redirectUrl: string; expires: Date }>;
  /** The state of a checkout that `openCheckout` made. */
  readCheckout(sessionId: string): Promise<CheckoutState>;
  /** Ends an open checkout without a charge; a paid one stays paid. */
  expireCheckout(sessionId: string): Promise<void>;
  /** The page on which a customer sees bills, changes the card, cancels and resumes; none: there is no such customer. */
  openPortal(customer: PortalRequest): Promise<{ redirectUrl: string } | undefined>;
  /** None: there is no such subscription. */
  readSubscription(subscriptionId: string): Promise<SubscriptionState | undefined>;
  /** What `changeSeats` with the same request charges; nothing changes. */
  previewSeats(subscriptionId: string, request: SeatTarget): Promise<SeatCost>;
  /**
   * Changes the seats and charges at once what they cost more; declined, nothing has changed. What waits to be confirmed is
   * dropped for another quantity.
   */
  changeSeats(subscriptionId: string, order: SeatOrder): Promise<SeatOutcome>;
  /** What `changePrice` with the same request charges; nothing changes. */
  previewPrice(subscriptionId: string, request: PriceTarget): Promise<PriceCost>;
  /** Begins a period at another price and charges it, less what is left of the one before; declined, nothing has changed. */
  changePrice(subscriptionId: string, order: PriceOrder): Promise<SeatOutcome>;
  /** Another price from the end of what is paid on; none: the price stays, whatever was scheduled. */
  schedulePrice(subscriptionId: string, next: PlanPrice | undefined): Promise<void>;
  /** Ends the subscription now, without a further charge. What has ended stays so. */
  cancel(subscriptionId: string): Promise<void>;
  /** Ends the subscription with the period that is paid. */
  cancelAtEnd(subscriptionId: string): Promise<void>;
  /**
   * Ends the subscription now and gives back all that was paid for it; what cannot be refunded is credited to the
   * customer `creditTo`, or else to its own. Repeated, it gives nothing more and answers the same.
   */
  refund(subscriptionId: string, creditTo?: string): Promise<Refund>;
  /** Whoever pays has gone: nothing is charged any more unless `email` resumes it with a card of their own. */
  handOver(subscriptionId: string, email: string): Promise<void>;
  /**
   * The invoices of all these subscriptions, newest first, at most 100; those before the invoice `before` where it is
   * given, and none where it is of none of them.
   */
  listInvoices(
    subscriptionIds: readonly string[],
    before?: string,
  ): Promise<{ invoices: readonly Invoice[]; more: boolean }>;
  /** Reads an event from the body as it came and its signature, or throws ForgedEvent; none: the provider sends no events. */
  readonly readEvent?: (body: Buffer, signature: string) => Promise<PaymentEvent>;
  /** The subscription that a checkout made, found from that subscription; none where no checkout of ours did. */
  findCheckout(subscriptionId: string): Promise<string | undefined>;
}
