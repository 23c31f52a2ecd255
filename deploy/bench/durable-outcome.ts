import { chat } from '@atrium/shared-kernel/contracts/calls';
import { setTimeout as pause } from 'node:timers/promises';

export interface Stored {
  readonly _id: string;
  readonly content: string;
  readonly pending: boolean;
  readonly failed: boolean;
}

/** How one reply survived its fault. */
export interface Outcome {
  readonly fault: string;
  /** Milliseconds from the prompt until the message is no longer pending. */
  readonly ended: number;
  readonly failed: boolean;
  /** Characters of the model's text that are missing in the message, and characters that are in it twice. */
  readonly missing: number;
  readonly doubled: number;
  /** Whether the reader's screen shows the message's text. */
  readonly shown: boolean;
  /** The text on the reader's screen, if it differs. */
  readonly seen?: string;
  /** Characters that a reader received before a kill and that the stored message lacks. */
  readonly tail?: number;
}

const sameFrom = (a: string, b: string, at: (text: string, index: number) => string | undefined, most: number) => {
  let count = 0;
  while (count < most && at(a, count) === at(b, count)) count += 1;
  return count;
};

/** Compares a message with the model's text. A message that failed has to contain the beginning of that text. */
export const compare = (text: string, model: string, whole: boolean): Pick<Outcome, 'missing' | 'doubled'> => {
  const expected = whole ? model : model.slice(0, text.length);
  const shorter = Math.min(text.length, expected.length);
  const before = sameFrom(text, expected, (one, index) => one[index], shorter);
  const after = sameFrom(text, expected, (one, index) => one.at(-1 - index), shorter - before);
  return { missing: expected.length - before - after, doubled: text.length - before - after };
};

const timeoutMs = 100_000;

/** The stored reply of a chat, once it is no longer pending. */
export const whenEnded = async (origin: string, cookie: string, chatId: string): Promise<Stored> => {
  for (const since = Date.now(); ;) {
    const answer = await fetch(`${origin}/api${chat.getChat.path}?chatId=${chatId}`, { headers: { cookie } });
    const { messages = [] } = answer.ok ? ((await answer.json()) as { messages?: Stored[] }) : {};
    const [message] = messages;
    if (message && (!message.pending || Date.now() - since > timeoutMs)) return message;
    if (Date.now() - since > timeoutMs) throw new Error(`The chat ${chatId} cannot be read.`);
    await pause(250);
  }
};
