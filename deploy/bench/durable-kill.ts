import { setTimeout as pause } from 'node:timers/promises';
import { chat } from '@atrium/shared-kernel/contracts/calls';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import type { Product } from '../local/product.ts';
import { compare, type Outcome, whenEnded } from './durable-outcome.ts';
import { startReply, readerOf, type Reader, type Trial } from './durable-page.ts';
import { modelAnswer } from './model-server.ts';
import { sendPrompt, linesOf } from './reply-lines.ts';

class RepeatedEvent extends Error {}

/**
 * A reader without a browser that follows the rules of `followReply`: it continues after the last event it received.
 */
class Follower {
  readonly prompt: string;
  text = '';
  seq = 0;
  chatId = '';
  messageId = '';
  over = false;
  private readonly trial: Trial;

  constructor(trial: Trial, prompt: string) {
    this.trial = trial;
    this.prompt = prompt;
  }

  private async read(response: Response) {
    for await (const line of linesOf(response)) {
      const item = JSON.parse(line) as ReplyItem;
      if (item.seq <= this.seq) throw new RepeatedEvent(`The event ${item.seq} came twice.`);
      this.seq = item.seq;
      if (item.type === 'chatId') this.chatId = item.chatId;
      if (item.type === 'id') this.messageId = item.id;
      if (item.type === 'text') this.text += item.text;
      if (item.type === 'textFinal') this.text = item.text;
      if (item.type === 'end') this.over = true;
    }
  }

  /** Reads the reply to its end, over as many connections as needed. */
  async follow(): Promise<void> {
    const { url, cookie } = this.trial;
    const resume = () =>
      fetch(`${url}/api${chat.followReply.path}?messageId=${this.messageId}&after=${this.seq}`, {
        headers: { cookie },
      });
    for (let first = true; !this.over; first = false) {
      const response = await (first ? sendPrompt(url, cookie, this.prompt) : resume());
      // A killed service breaks the connection, or is not up yet. Both are retried.
      await (response.ok ? this.read(response).catch(tolerated) : response.body?.cancel());
      if (!this.over) await pause(250);
    }
  }
}

/** A broken connection is part of the test; an event that arrives twice is not. */
const tolerated = (error: Error) => {
  if (error instanceof RepeatedEvent) throw error;
};

const restarted = async (product: Product, before: number | undefined) => {
  for (const since = Date.now(); Date.now() - since < 90_000; await pause(100)) {
    const { status } = await fetch(`${product.url}/api/ping`);
    if (product.servicePid() !== before && status === 200) return;
  }
  throw new Error('The service did not come back.');
};

/** Kills the service with `kill -9` while `count` replies run, one of them in a browser. */
export const killRound = async (
  product: Product,
  reader: Reader,
  trial: Trial,
  count: number,
  round: number,
): Promise<Outcome[]> => {
  const since = performance.now();
  const name = (at: number) => `Round ${round}, reply ${at}: 漢字 é`;
  const followers = Array.from({ length: count - 1 }, (_, at) => new Follower(trial, name(at + 1)));
  const following = Promise.all(followers.map((follower) => follower.follow()));
  following.catch(() => undefined);
  const chatId = await startReply(reader.page, trial.url, name(0));
  while (followers.some(({ messageId }) => messageId === '')) await pause(20);
  await pause(trial.words * trial.everyMs * 0.7 * (((round * 5) % 8) / 8));
  const pid = product.servicePid();
  if (pid === undefined) throw new Error('The service does not run.');
  process.kill(pid, 'SIGKILL');
  const known = followers.map(({ text }) => text.length);
  await restarted(product, pid);
  await following;
  const outcomeOf = async (chat: string, prompt: string, tail: (stored: string) => number) => {
    const stored = await whenEnded(trial.url, trial.cookie, chat);
    return {
      stored,
      fault: 'kill -9',
      ended: stored.pending ? Infinity : performance.now() - since,
      failed: stored.failed,
      ...compare(stored.content, modelAnswer(prompt, trial.words), !stored.failed),
      tail: Math.max(0, tail(stored.content)),
    };
  };
  const outcomes: Outcome[] = [];
  for (const [at, { chatId: own, prompt, text }] of followers.entries()) {
    const { stored, ...outcome } = await outcomeOf(own, prompt, (content) => (known[at] ?? 0) - content.length);
    outcomes.push({ ...outcome, shown: text === stored.content });
  }
  const { stored, ...outcome } = await outcomeOf(chatId, name(0), () => 0);
  return [...outcomes, { ...outcome, ...(await readerOf(reader.page, stored.content)) }];
};
