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
  /** The team to make with these seats; none for a person's own plan. */
  readonly teamName?: string;
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

/** Where a checkout stands. */
export type CheckoutState =
  | { readonly status: 'open' | 'expired' }
  | { readonly status: 'paid'; readonly purchase: Purchase };

/** A payment provider: makes checkouts and says how they ended. What was bought is written by the service itself. */
export interface PaymentsPort {
  readonly provider: string;
  /** Opens a checkout; `sessionId` is the provider's, `redirectUrl` its page. */
  openCheckout(order: Order): Promise<{ sessionId: string; redirectUrl: string; expires: Date }>;
  /** The state of a checkout that `openCheckout` made; throws for any other. */
  readCheckout(sessionId: string): Promise<CheckoutState>;
  /** Ends an open checkout without a charge; a paid one stays paid. */
  expireCheckout(sessionId: string): Promise<void>;
}
