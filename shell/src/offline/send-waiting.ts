import type { Client } from '@atrium/shared-kernel/remote';
import type { WaitingItem } from './database.ts';
import { deliver, type Delivery } from './deliver.ts';
import { isMessage, type WaitingQueue } from './waiting-queue.ts';

interface Ports {
  readonly client: Pick<Client, 'call' | 'stream'>;
  readonly queue: WaitingQueue;
  /** Who is signed in, while there is a network; else nobody. */
  readonly sender: () => string | undefined;
  /** None: each tab sends for itself, which counts once as well. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** A change is at the service; a message with the chat that it is in. */
  readonly sent: (item: WaitingItem, chatId: string | undefined) => Promise<unknown>;
}

export interface SendWaiting {
  /** There may be something to send. */
  readonly begin: () => void;
  /** The same where what stood in the way may be gone: there is a network, or somebody is signed in. */
  readonly resume: () => void;
}

/** After so many failures of the service itself a change waits for its person. */
const triesMost = 3;

/** Whether the next message of the same chat waits. It depends on the answer to this one. */
const goesOn = (item: WaitingItem, items: readonly WaitingItem[]) =>
  items.some(
    (one) =>
      one.id > item.id &&
      one.state === 'waiting' &&
      isMessage(one) &&
      one.subjects.some((subject) => item.subjects.includes(subject)),
  );

/**
 * Sends what waits, one after the other, in the order in which it was made. One tab of a browser does so at a time; where it
 * is closed or killed, the next goes on with what was on its way.
 */
export const createSendWaiting = ({ client, queue, sender, locks, sent }: Ports): SendWaiting => {
  let running = false;
  let wanted = false;
  /** What failed is not tried again with each change of the queue. */
  let paused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const settle = async (item: WaitingItem, delivery: Delivery): Promise<boolean> => {
    if (delivery.outcome === 'done') {
      await queue.after((store) => store.done(item, delivery.chatId));
      await sent(item, delivery.chatId);
      return true;
    }
    if (delivery.outcome === 'refused') {
      await queue.refuse(item, { reason: delivery.reason });
      return true;
    }
    const tries = item.tries + (delivery.failed ? 1 : 0);
    const over = tries >= triesMost;
    paused = !over;
    const reason = 'Atrium couldn’t do this now.';
    if (over) {
      await queue.refuse(item, { tries, reason });
      return true;
    }
    await queue.after((store) => store.change(item.id, { state: 'waiting', tries }));
    if (delivery.wait !== undefined) timer = setTimeout(resume, delivery.wait);
    return false;
  };

  const sendAll = async (person: string): Promise<void> => {
    while (sender() === person) {
      const item = await queue.after((store) => store.next(person));
      if (!item || item.person !== person) return;
      const delivery = await deliver(client, item, goesOn(item, queue.items$.value));
      if (!(await settle(item, delivery))) return;
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
