import type { Ledger } from './ledger.ts';
import type { createSender } from './events.ts';

interface Parts {
  readonly ledger: Ledger;
  readonly sender: ReturnType<typeof createSender>;
  /** Resolves when all events that are not held back were sent. */
  readonly settled: () => Promise<void>;
  readonly setClock: (seconds: number) => void;
  /** Sets how many milliseconds each answer takes. */
  readonly setPace: (ms: number) => void;
}
type Fields = Readonly<Record<string, unknown>>;

const need = <T>(found: T | undefined, what: unknown): T => {
  if (found === undefined) throw new Error(`The stand-in has no ${String(what)}.`);
  return found;
};

/** The actions of tests on the stand-in: those of users at Stripe's pages, of time, and of the delivery of events. */
export const createControl = ({ ledger, sender, settled, setClock, setPace }: Parts) => {
  const subscription = ({ subscription: id }: Fields) => need(ledger.subscriptions.get(String(id)), id);
  const customer = ({ customer: id }: Fields) => need(ledger.customers.get(String(id)), id);
  const actions: Readonly<Record<string, (fields: Fields) => unknown>> = {
    pay: (fields) => {
      const session = need(ledger.sessions.get(String(fields['session'])), fields['session']);
      if (session.status === 'open') ledger.pay(session, fields['pays'] !== false);
    },
    card: (fields) => {
      customer(fields).confirms = fields['confirms'] === true;
      ledger.setCard(customer(fields), fields['pays'] === true);
    },
    confirm: ({ invoice: id }) => ledger.confirm(need(ledger.invoices.get(String(id)), id)),
    /** A change of seats by the operator in Stripe's dashboard. An unpaid invoice stays open. */
    reseat: (fields) =>
      ledger.change(subscription(fields), { quantity: Number(fields['quantity']) }, Number(fields['now']), 'allow'),
    pace: ({ ms }) => setPace(Number(ms)),
    customer: (fields) => ({ email: customer(fields).email, cards: customer(fields).cards }),
    /** The invoices of a subscription. */
    bills: (fields) => ({
      bills: [...ledger.invoices.values()]
        .filter((one) => one.subscription === subscription(fields).id)
        .map(({ due, status, reason }) => ({ due, status, reason })),
    }),
    mark: (fields) => void (customer(fields).metadata['testAccount'] = 'true'),
    /** Removes an object, as in Stripe's dashboard. */
    remove: (fields) => {
      for (const collection of [ledger.customers, ledger.sessions, ledger.subscriptions])
        collection.delete(String(fields['customer'] ?? fields['session'] ?? fields['subscription']));
    },
    /** Makes the payments of a subscription nonrefundable. */
    final: (fields) => void ledger.final.add(subscription(fields).id),
    money: () => ({
      invoices: [...ledger.invoices.values()],
      sessions: [...ledger.sessions.values()].map(({ id, status, subscription: of }) => ({
        id,
        status,
        subscription: of,
      })),
      refunds: [...ledger.refunds.values()],
      balances: ledger.balances,
    }),
    cancel: (fields) => ledger.cancelAtEnd(subscription(fields), fields['cancel'] !== false),
    clock: ({ now }) => {
      setClock(Number(now));
      ledger.pass();
    },
    forget: () => {
      for (const collection of [
        ledger.customers,
        ledger.sessions,
        ledger.subscriptions,
        ledger.invoices,
        ledger.refunds,
      ])
        collection.clear();
    },
    webhooks: (fields) => sender.set(fields),
    settle: async () => {
      await settled();
      return { refused: sender.refused };
    },
    release: async () => {
      await settled();
      await sender.release();
      return { refused: sender.refused };
    },
  };
  return async (name: string, fields: Fields): Promise<unknown> => need(actions[name], name)(fields);
};
