import { type AtriumImport, type Learned, storeChats, storeMessages } from './atrium-chats.ts';
import { storeSummaries } from './atrium-summaries.ts';
import { importAgent, importCollection, importMemory } from './atrium-things.ts';
import * as entities from './entities.ts';

const batchSize = 200;

/** Collects values and stores them in batches. */
const batches = <T>(store: (full: readonly T[]) => Promise<void>) => {
  let waiting: T[] = [];
  const flush = async () => {
    const full = waiting;
    waiting = [];
    if (full.length > 0) await store(full);
  };
  return {
    flush,
    async add(value: T) {
      waiting.push(value);
      if (waiting.length >= batchSize) await flush();
    },
  };
};

/**
 * Imports the pieces of this product's own export, in order: chats come before their messages, and messages before
 * summaries.
 */
export const importAtrium = (given: AtriumImport) => {
  const { tally } = given;
  const learned: Learned = { collections: new Map(), memories: new Map() };
  const chats = batches((full: readonly entities.ChatIn[]) => storeChats(given, learned, full));
  const messages = batches((full: readonly entities.MessageIn[]) => storeMessages(given, learned, full));
  const summaries = batches((full: readonly entities.SummaryIn[]) => storeSummaries(given, full));

  const takes: Readonly<Record<string, (value: unknown) => Promise<unknown>>> = {
    async memories(value) {
      const [there, here] = (await importMemory(given, value)) ?? [];
      if (there !== undefined && here !== undefined) learned.memories.set(there, here);
    },
    agents: (value) => importAgent(given, value),
    links: async () => tally.note('Links to shared chats are not made again.'),
    async collections(value) {
      const pair = await importCollection(given, value);
      if (pair) learned.collections.set(...pair);
    },
    async chats(value) {
      const { data } = entities.chat.safeParse(value);
      if (data) await chats.add(data);
      else tally.chats.skipped += 1;
    },
    async messages(value) {
      await chats.flush();
      const { data } = entities.message.safeParse(value);
      if (data) await messages.add(data);
      else tally.messages.skipped += 1;
    },
    async summaries(value) {
      await messages.flush();
      const { data } = entities.summary.safeParse(value);
      if (data) await summaries.add(data);
      else tally.note('Some summaries could not be read, and were left out.');
    },
  };

  return {
    async flush() {
      await chats.flush();
      await messages.flush();
      await summaries.flush();
    },
    async take(value: unknown, key: string): Promise<void> {
      if (Object.hasOwn(takes, key)) await takes[key]!(value);
    },
  };
};
