import type { Books } from './books.ts';
import type { createSender } from './events.ts';

interface Parts {
  readonly books: Books;
  readonly sender: ReturnType<typeof createSender>;
  /** Resolves when every event that is not held back has been sent. */
  readonly settled: () => Promise<void>;
  readonly setClock: (seconds: number) => void;
}
type Fields = Readonly<Record<string, unknown>>;

const need = <T>(found: T | undefined, what: unknown): T => {
  if (found === undefined) throw new Error(`The stand-in has no ${String(what)}.`);
  return found;
};

/** What a test does to the stand-in: people at Stripe's pages, time, and the fate of events. */
export const createControl = ({ books, sender, settled, setClock }: Parts) => {
  const subscription = ({ subscription: id }: Fields) => need(books.subscriptions.get(String(id)), id);
  const customer = ({ customer: id }: Fields) => need(books.customers.get(String(id)), id);
  const actions: Readonly<Record<string, (fields: Fields) => unknown>> = {
    pay: (fields) => {
      const session = need(books.sessions.get(String(fields['session'])), fields['session']);
      if (session.status === 'open') books.pay(session, fields['pays'] !== false);
    },
    card: (fields) => books.setCard(customer(fields), fields['pays'] === true),
    mark: (fields) => void (customer(fields).metadata['testAccount'] = 'true'),
    cancel: (fields) => books.cancelAtEnd(subscription(fields), fields['cancel'] !== false),
    clock: ({ now }) => {
      setClock(Number(now));
      books.pass();
    },
    forget: () => {
      for (const kept of [books.customers, books.sessions, books.subscriptions, books.invoices]) kept.clear();
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
