import type { Client } from '@atrium/shared-kernel/remote';
import type { WaitingItem } from './database.ts';
import { deliver, type Delivery, retryDelay } from './deliver.ts';
import { isMessage, type WaitingQueue } from './waiting-queue.ts';

interface Ports {
  readonly client: Pick<Client, 'call' | 'stream'>;
  readonly queue: WaitingQueue;
  /** The id of the signed-in person while there is a network, otherwise undefined. */
  readonly sender: () => string | undefined;
  /** Undefined in browsers without locks. Each tab sends then, and the service counts duplicates once. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** Called after a change reached the service; for a message, with the id of its chat. */
  readonly sent: (item: WaitingItem, chatId: string | undefined) => Promise<unknown>;
}

export interface SendWaiting {
  /** Sends waiting changes, if there are any. */
  readonly begin: () => void;
  /** The same after an obstacle may be gone: there is a network, or somebody signed in. */
  readonly resume: () => void;
}

type Postponed = Extract<Delivery, { outcome: 'later' }>;
type Settled = Exclude<Delivery, Postponed>;

/** After this many failures in the service, a change waits for the person to decide. */
const maxTries = 3;

/** Whether the next message of the same chat waits. It depends on the answer to this one. */
const hasNextMessage = (item: WaitingItem, items: readonly WaitingItem[]) =>
  items.some(
    (one) =>
      one.id > item.id &&
      one.state === 'waiting' &&
      isMessage(one) &&
      one.subjects.some((subject) => item.subjects.includes(subject)),
  );

/**
 * Sends waiting changes one after the other, in the order of the store. One tab of a browser does so at a
 * time. If it is closed or killed, the next one goes on with the change that was being sent.
 */
export const createSendWaiting = ({ client, queue, sender, locks, sent }: Ports): SendWaiting => {
  let running = false;
  let wanted = false;
  /** Prevents that each change of the queue starts a new attempt after a failure. */
  let paused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Outcomes that the browser could not store, by the ids of their changes, which are not sent again by this page. */
  const unstored = new Map<number, Settled>();

  /** Pauses this tab until something may be different. Returns false: nothing is sent now. */
  const pause = (wait: number | undefined): false => {
    paused = true;
    clearTimeout(timer);
    if (wait !== undefined) timer = setTimeout(resume, wait);
    return false;
  };

  /** Stores the outcome. If the browser cannot, the next one is not sent either: it would be this one again. */
  const settle = async (item: WaitingItem, delivery: Settled): Promise<boolean> => {
    const isFirst = !unstored.has(item.id);
    const stored =
      delivery.outcome === 'done'
        ? await queue.after((store) => store.done(item, delivery.chatId))
        : await queue.refuse(item, { reason: delivery.reason });
    if (stored) unstored.delete(item.id);
    else unstored.set(item.id, delivery);
    if (isFirst && delivery.outcome === 'done') await sent(item, delivery.chatId);
    return stored || pause(retryDelay);
  };

  const postpone = async (item: WaitingItem, { wait, failed, everywhere }: Postponed): Promise<boolean> => {
    const tries = item.tries + (failed ? 1 : 0);
    if (tries >= maxTries) return settle(item, { outcome: 'refused', reason: 'Atrium couldn’t do this now.' });
    const now = Date.now();
    const rest = everywhere && wait !== undefined ? { from: now, to: now + wait } : undefined;
    await queue.after((store) => store.change(item.id, { state: 'waiting', tries, pause: rest }));
    return pause(wait);
  };

  const sendAll = async (person: string): Promise<void> => {
    while (sender() === person) {
      const next = await queue.after((store) => store.next(person));
      if (!next || next.item.person !== person) return;
      const { item, wait } = next;
      if (wait > 0) return void pause(wait);
      const delivery = unstored.get(item.id) ?? (await deliver(client, item, hasNextMessage(item, queue.items$.value)));
      if (!(await (delivery.outcome === 'later' ? postpone(item, delivery) : settle(item, delivery)))) return;
    }
  };

  const begin = (): void => {
    const person = sender();
    wanted = running;
    if (running || paused || person === undefined || queue.items$.value.every(({ state }) => state === 'refused'))
      return;
    running = true;
    const work = () => sendAll(person);
    (locks ? locks.request(`atrium.waiting.${person}`, work) : work())
      // Without the lock nothing is sent now; the next occasion tries again.
      .catch(() => undefined)
      .finally(() => {
        running = false;
        if (wanted) begin();
      });
  };
  const resume = (): void => {
    clearTimeout(timer);
    paused = false;
    begin();
  };
  return { begin, resume };
};
