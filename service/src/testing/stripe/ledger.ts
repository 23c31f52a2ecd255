import { randomBytes } from 'node:crypto';
import { createInvoicing } from './invoicing.ts';
import { day, next, part } from './periods.ts';
import type {
  BalanceTransaction,
  Customer,
  Invoice,
  Refund,
  Repricing,
  Schedule,
  Session,
  Subscription,
} from './records.ts';
import { Refusal } from './route.ts';

/** A charge failed. The message is Stripe's code: the card declined, or its owner has to confirm. */
export class Declined extends Error {}

const canPay = ({ pays, cards }: Customer): boolean => pays && cards.length > 0;

export type Emit = (type: string, object: Session | Subscription | Invoice) => void;

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
/** Seconds after which an unpaid renewal ends the subscription. */
const unpaidFor = 7 * day;
/** Seconds after which a change that waits for its payment is dropped. */
const confirmWithin = 23 * 60 * 60;

/** The billing state of the stand-in and its changes, as far as the product uses them. */
export const createLedger = (clock: () => number, emit: Emit) => {
  const customers = new Map<string, Customer>();
  const sessions = new Map<string, Session>();
  const subscriptions = new Map<string, Subscription>();
  const balances: BalanceTransaction[] = [];
  /** By the payment that they refund. */
  const refunds = new Map<string, Refund>();
  /** Payments that cannot be refunded. */
  const final = new Set<string>();
  const { invoices, bill, settle, store, openInvoiceOf } = createInvoicing(customers);

  const renew = (of: Subscription): void => {
    const at = of.end;
    if (of.cancelAtEnd) return end(of, at);
    Object.assign(of, of.schedule?.next);
    if (of.schedule) delete of.schedule.next;
    [of.start, of.end] = [at, next(at, of.interval, of.anchor)];
    const invoice = bill(of, 'subscription_cycle', of.amount * of.quantity, at);
    store(of, invoice);
    if (invoice.due === 0 || canPay(customers.get(of.customer)!)) settle(invoice);
    else of.status = 'past_due';
    emit(invoice.status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', invoice);
    emit('customer.subscription.updated', of);
  };
  /** Its open invoices remain, and can be paid on their pages. */
  const end = (of: Subscription, at: number): void => {
    [of.status, of.endedAt] = ['canceled', at];
    emit('customer.subscription.deleted', of);
  };
  const dropPending = (of: Subscription): void => {
    const invoice = invoices.get(of.pending?.invoice ?? '');
    of.pending = undefined;
    if (invoice) invoice.status = 'void';
  };
  const cost = (of: Subscription, quantity: number, at: number, to?: Repricing): number =>
    (to ? to.amount * quantity : part(of.amount * quantity, of, at)) - part(of.amount * of.quantity, of, at);
  const apply = (of: Subscription, quantity: number, to: Repricing | undefined): void => {
    of.quantity = quantity;
    if (!to) return;
    const { amount, interval, at } = to;
    Object.assign(of, { amount, interval, anchor: at, start: at, end: next(at, interval, at) });
  };

  return {
    customers,
    sessions,
    subscriptions,
    invoices,
    balances,
    refunds,
    final,
    bill,
    cost,
    open: (session: Omit<Session, 'id' | 'status' | 'created'>): Session => {
      const opened: Session = { ...session, id: newId('cs_test'), status: 'open', created: clock() };
      sessions.set(opened.id, opened);
      return opened;
    },
    pay: (session: Session, pays: boolean): Subscription => {
      const at = clock();
      const customer = customers.get(session.customer ?? '') ?? {
        id: newId('cus'),
        email: session.email,
        pays,
        cards: [],
        confirms: false,
        balance: 0,
        metadata: {},
      };
      Object.assign(customer, { pays, cards: [newId('pm')] });
      customers.set(customer.id, customer);
      const { quantity, amount, currency, interval } = session;
      const of: Subscription = {
        id: newId('sub'),
        item: newId('si'),
        customer: customer.id,
        startDate: at,
        anchor: at,
        start: at,
        end: next(at, interval, at),
        status: 'active',
        cancelAtEnd: false,
        endedAt: null,
        latest: '',
        quantity,
        amount,
        currency,
        interval,
      };
      subscriptions.set(of.id, of);
      const invoice = bill(of, 'subscription_create', amount * quantity, at);
      settle(invoice);
      store(of, invoice);
      [session.status, session.subscription] = ['complete', of.id];
      emit('customer.subscription.created', of);
      emit('invoice.paid', invoice);
      emit('checkout.session.completed', session);
      return of;
    },
    expire: (session: Session): void => {
      session.status = 'expired';
      emit('checkout.session.expired', session);
    },
    /** Changes seats or price and charges the difference. `unpaidBehavior` is Stripe's `payment_behavior`. */
    change: (
      of: Subscription,
      { quantity, to }: { readonly quantity: number; readonly to?: Repricing | undefined },
      at: number,
      unpaidBehavior: 'error' | 'pending' | 'allow',
    ): void => {
      if (unpaidBehavior === 'error' && of.pending)
        throw new Error('The stand-in does not implement what Stripe would do.');
      dropPending(of);
      const invoice = bill(of, 'subscription_update', cost(of, quantity, at, to), clock());
      const customer = customers.get(of.customer)!;
      const unpaid = invoice.due > 0 && (!canPay(customer) || customer.confirms);
      if (unpaid && customer.cards.length === 0 && unpaidBehavior !== 'allow')
        throw new Refusal(
          'This customer has no attached payment source or default payment method.',
          'resource_missing',
        );
      if (unpaid && unpaidBehavior === 'error')
        throw new Declined(customer.pays ? 'subscription_payment_intent_requires_action' : 'card_declined');
      store(of, invoice);
      if (unpaid && unpaidBehavior === 'pending')
        of.pending = {
          quantity,
          ...(to ? { to } : {}),
          invoice: invoice.id,
          expires: Math.min(clock() + confirmWithin, of.end),
        };
      else {
        if (unpaid) of.status = 'past_due';
        else settle(invoice);
        apply(of, quantity, to);
      }
      emit(unpaid ? 'invoice.payment_failed' : 'invoice.paid', invoice);
      emit('customer.subscription.updated', of);
    },
    /** Pays an invoice that the card's owner has confirmed on its page. */
    confirm: (invoice: Invoice): void => {
      const of = subscriptions.get(invoice.subscription);
      if (of?.pending?.invoice !== invoice.id) return;
      apply(of, of.pending.quantity, of.pending.to);
      of.pending = undefined;
      settle(invoice);
      emit('invoice.paid', invoice);
      emit('customer.subscription.pending_update_applied', of);
    },
    void: (invoice: Invoice): void => {
      invoice.status = 'void';
      const of = subscriptions.get(invoice.subscription);
      if (of?.pending?.invoice !== invoice.id) return;
      of.pending = undefined;
      emit('customer.subscription.updated', of);
    },
    schedule: (of: Subscription): Schedule => {
      of.schedule = { id: newId('sub_sched'), subscription: of.id, metadata: {}, status: 'active' };
      return of.schedule;
    },
    cancelAtEnd: (of: Subscription, cancel: boolean): void => {
      of.cancelAtEnd = cancel;
      emit('customer.subscription.updated', of);
    },
    cancel: (of: Subscription): void => end(of, clock()),
    /** Sets another card and pays open invoices with it. */
    setCard: (customer: Customer, pays: boolean): void => {
      Object.assign(customer, { pays, cards: [newId('pm')] });
      if (!pays) return;
      for (const of of subscriptions.values()) {
        const invoice = of.customer === customer.id && of.status === 'past_due' ? openInvoiceOf(of) : undefined;
        if (!invoice) continue;
        settle(invoice);
        of.status = 'active';
        emit('invoice.paid', invoice);
        emit('customer.subscription.updated', of);
      }
    },
    /** Processes everything that is due by now, each at its own time. */
    pass: (): void => {
      const now = clock();
      for (const of of subscriptions.values()) {
        if (of.pending && of.pending.expires <= now) {
          dropPending(of);
          emit('customer.subscription.pending_update_expired', of);
        }
        while (of.status === 'active' && of.end <= now) renew(of);
        const invoice = of.status === 'past_due' ? openInvoiceOf(of) : undefined;
        if (invoice && invoice.created + unpaidFor <= now) end(of, invoice.created + unpaidFor);
      }
      for (const session of sessions.values())
        if (session.status === 'open' && session.created + day <= now) session.status = 'expired';
    },
  };
};
export type Ledger = ReturnType<typeof createLedger>;
