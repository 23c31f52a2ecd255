import { createHmac, randomBytes } from 'node:crypto';
import { objectOf } from './description.ts';

/** Faults of the delivery: the shares of events that are sent twice, delayed or lost. */
export interface Chaos {
  readonly duplicate: number;
  readonly delay: number;
  readonly drop: number;
}
export const calm: Chaos = { duplicate: 0, delay: 0, drop: 0 };

interface Setting {
  readonly secret: string;
  readonly clock: () => number;
  readonly random: () => number;
}

/** Signs events and sends them to the product, with the faults that are set. */
export const createSender = ({ secret, clock, random }: Setting) => {
  let url: string | undefined;
  let chaos = calm;
  let held: string[] = [];
  const refused: number[] = [];

  const send = async (payload: string): Promise<void> => {
    if (url === undefined) return;
    const at = clock();
    const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` },
      body: payload,
    }).catch(() => undefined);
    // Stripe sends an event again if it was not accepted.
    if (answer?.ok) return;
    refused.push(answer?.status ?? 0);
    held.push(payload);
  };

  return {
    refused,
    set: (to: { url?: string; chaos?: Chaos }) => {
      url = to.url ?? url;
      chaos = to.chaos ?? chaos;
    },
    /** Creates an event with the current state of an object and sends it. */
    deliver: async (type: string, object: Record<string, unknown>): Promise<void> => {
      const event = objectOf('Events.d.ts', 'EventBase', {
        id: `evt_${randomBytes(12).toString('hex')}`,
        object: 'event',
        type,
        created: clock(),
        data: { object },
      });
      const payload = JSON.stringify(event);
      const chance = random();
      if (chance < chaos.drop) return;
      if (chance < chaos.drop + chaos.delay) {
        held.push(payload);
        return;
      }
      await send(payload);
      if (random() < chaos.duplicate) held.push(payload);
    },
    /** Sends the held events in random order. */
    release: async (): Promise<void> => {
      const out = held.map((payload) => ({ payload, at: random() })).toSorted((a, b) => a.at - b.at);
      held = [];
      for (const { payload } of out) await send(payload);
    },
  };
};
