import type { Ledger } from './ledger.ts';
import type { createSender } from './events.ts';

interface Parts {
  readonly books: Ledger;
  readonly sender: ReturnType<typeof createSender>;
  /** Resolves when every event that is not held back has been sent. */
  readonly settled: () => Promise<void>;
  readonly setClock: (seconds: number) => void;
  /** Milliseconds that each answer takes. */
  readonly setPace: (ms: number) => void;
}
type Fields = Readonly<Record<string, unknown>>;

const need = <T>(found: T | undefined, what: unknown): T => {
  if (found === undefined) throw new Error(`The stand-in has no ${String(what)}.`);
  return found;
};

/** What a test does to the stand-in: people at Stripe's pages, time, and the fate of events. */
export const createControl = ({ books, sender, settled, setClock, setPace }: Parts) => {
  const subscription = ({ subscription: id }: Fields) => need(books.subscriptions.get(String(id)), id);
  const customer = ({ customer: id }: Fields) => need(books.customers.get(String(id)), id);
  const actions: Readonly<Record<string, (fields: Fields) => unknown>> = {
    pay: (fields) => {
      const session = need(books.sessions.get(String(fields['session'])), fields['session']);
      if (session.status === 'open') books.pay(session, fields['pays'] !== false);
    },
    card: (fields) => {
      customer(fields).confirms = fields['confirms'] === true;
      books.setCard(customer(fields), fields['pays'] === true);
    },
    confirm: ({ invoice: id }) => books.confirm(need(books.invoices.get(String(id)), id)),
    /** The operator does it at Stripe's dashboard: what is not paid stays open. */
    reseat: (fields) =>
      books.change(subscription(fields), { quantity: Number(fields['quantity']) }, Number(fields['now']), 'allow'),
    pace: ({ ms }) => setPace(Number(ms)),
    /** How often bills of a subscription were written. */
    bills: (fields) => ({
      bills: [...books.invoices.values()]
        .filter((one) => one.subscription === subscription(fields).id)
        .map(({ due, status, reason }) => ({ due, status, reason })),
    }),
    mark: (fields) => void (customer(fields).metadata['testAccount'] = 'true'),
    /** Somebody removes it at Stripe: nothing of it is known any more. */
    remove: (fields) => {
      for (const kept of [books.customers, books.sessions, books.subscriptions])
        kept.delete(String(fields['customer'] ?? fields['session'] ?? fields['subscription']));
    },
    /** Payments of a subscription that cannot be refunded. */
    final: (fields) => void books.final.add(subscription(fields).id),
    money: () => ({
      invoices: [...books.invoices.values()],
      sessions: [...books.sessions.values()].map(({ id, status, subscription: of }) => ({
        id,
        status,
        subscription: of,
      })),
      refunds: [...books.refunds.values()],
      balances: books.balances,
    }),
    cancel: (fields) => books.cancelAtEnd(subscription(fields), fields['cancel'] !== false),
    clock: ({ now }) => {
      setClock(Number(now));
      books.pass();
    },
    forget: () => {
      for (const kept of [books.customers, books.sessions, books.subscriptions, books.invoices, books.refunds])
        kept.clear();
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
