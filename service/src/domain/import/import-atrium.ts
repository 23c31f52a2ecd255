import { type AtriumImport, type ImportState, storeChats, storeMessages } from './atrium-chats.ts';
import { storeSummaries } from './atrium-summaries.ts';
import { importAgent, importCollection, importMemory } from './atrium-library.ts';
import * as entities from './entities.ts';
import { batchLength, lengthOf } from './length.ts';

/** The number of values per transaction, unless they are long. */
const batchSize = 200;

/** Collects values and stores them in batches. */
const batches = <T>(store: (full: readonly T[]) => Promise<void>) => {
  let pending: T[] = [];
  let length = 0;
  const flush = async () => {
    const full = pending;
    [pending, length] = [[], 0];
    if (full.length > 0) await store(full);
  };
  return {
    flush,
    async add(value: T) {
      pending.push(value);
      length += lengthOf(value);
      if (pending.length >= batchSize || length >= batchLength) await flush();
    },
  };
};

/**
 * Imports the pieces of this product's own export, in order: chats come before their messages, and messages before
 * summaries.
 */
export const importAtrium = (target: AtriumImport) => {
  const { tally } = target;
  const state: ImportState = { collections: new Map(), memories: new Map(), ends: new Map() };
  const chats = batches((full: readonly entities.ChatIn[]) => storeChats(target, state, full));
  const messages = batches((full: readonly entities.MessageIn[]) => storeMessages(target, state, full));
  const summaries = batches((full: readonly entities.SummaryIn[]) => storeSummaries(target, full));

  const handlers: Readonly<Record<string, (value: unknown) => Promise<unknown>>> = {
    async memories(value) {
      const [there, here] = (await importMemory(target, value)) ?? [];
      if (there !== undefined && here !== undefined) state.memories.set(there, here);
    },
    agents: (value) => importAgent(target, value),
    links: async () => tally.note('Links to shared chats are not made again.'),
    async collections(value) {
      const pair = await importCollection(target, value);
      if (pair) state.collections.set(...pair);
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
    async add(value: unknown, key: string): Promise<void> {
      if (Object.hasOwn(handlers, key)) await handlers[key]!(value);
    },
  };
};
