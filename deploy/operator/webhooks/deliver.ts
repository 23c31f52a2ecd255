import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Documents } from '../../release/documents.ts';
import { type Cursor, cursorNow, eventsAfter, type OperatorEvent, type Seen } from './events.ts';
import type { Webhook } from './send.ts';

const cursorShape = () => z.object({ line: z.int(), request: z.int(), step: z.int(), problem: z.string() });
const minute = 60_000;
const hour = 60 * minute;
/**
 * Milliseconds between the attempts to deliver an event, as Standard Webhooks suggests. After the last one it is
 * dropped.
 */
const pauses = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

interface Delivery {
  readonly documents: Documents;
  readonly environment: string;
  readonly webhooks: readonly Webhook[];
  readonly send: (webhook: Webhook, event: OperatorEvent) => Promise<void>;
  readonly report: (problem: string) => void;
  readonly now?: () => number;
}

/**
 * Sends each receiver the events that it has not received yet, in order, retrying each until it is accepted. The
 * progress of a receiver is stored, so a restart neither loses nor repeats accepted events. A new receiver gets events
 * from now on.
 */
export const createDelivery = ({ documents, environment, webhooks, send, report, now = Date.now }: Delivery) => {
  const failing = new Map<string, { readonly event: string; readonly tries: number; readonly until: number }>();
  const keyOf = ({ url }: Webhook) =>
    `webhooks/${environment}/${createHash('sha256').update(url).digest('hex').slice(0, 16)}.json`;

  const notifyOne = async (webhook: Webhook, seen: Seen): Promise<void> => {
    const key = keyOf(webhook);
    const stored = await documents.read(key);
    if (!stored) {
      await documents.swap(key, JSON.stringify(cursorNow(seen)), undefined);
      return;
    }
    let { tag } = stored;
    const write = async (cursor: Cursor): Promise<boolean> => {
      const isOwn = await documents.swap(key, JSON.stringify(cursor), tag);
      tag = (await documents.read(key))?.tag ?? '';
      return isOwn;
    };
    for (const { event, cursor } of eventsAfter(seen, cursorShape().parse(JSON.parse(stored.text)))) {
      const before = failing.get(key);
      if (before?.event === event.id && before.until > now()) return;
      try {
        await send(webhook, event);
        failing.delete(key);
      } catch (error) {
        const tries = before?.event === event.id ? before.tries + 1 : 1;
        const pause = pauses[tries - 1];
        const why = error instanceof Error ? error.message : String(error);
        if (tries === 1) report(`A webhook was not notified of ${event.type}: ${why}`);
        if (pause !== undefined) {
          failing.set(key, { event: event.id, tries, until: now() + pause });
          return;
        }
        report(`A webhook could not be notified of ${event.type}: ${why}`);
      }
      // Another operator page has delivered it in the meantime.
      if (!(await write(cursor))) return;
    }
  };
  return {
    notify: async (seen: Seen): Promise<void> => {
      await Promise.all(webhooks.map((webhook) => notifyOne(webhook, seen)));
    },
    /** Sentences for operators about receivers that do not respond. */
    alerts: (): string[] =>
      webhooks.flatMap((webhook) => {
        const { tries } = failing.get(keyOf(webhook)) ?? {};
        return tries === undefined
          ? []
          : [`The webhook at ${new URL(webhook.url).host} doesn’t answer. Tries so far: ${tries}.`];
      }),
  };
};
