import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatPage } from '@atrium/shared-kernel/contracts/constants';
import type { CallDef, Infer, InferInput } from '@atrium/shared-kernel/contracts/define';
import type { Chat, Message } from '@atrium/shared-kernel/contracts/entities/chat';
import { isId } from '@atrium/shared-kernel/contracts/id';
import { checkedAs } from '@atrium/shared-kernel/contracts/schema';
import type { Copy, OfflineDatabase } from './database.ts';

/** The limits of the copies of one person. Sizes are in characters. */
export const copyLimits = { chats: 500, threads: 50, messages: 60, thread: 300_000, all: 8_000_000 } as const;

/** The data of each kind of copy. */
interface Kinds {
  readonly answer: unknown;
  readonly chat: Chat;
  readonly thread: Thread;
  readonly size: Size;
}

interface Rows {
  readonly get: <K extends Copy['kind']>(kind: K, id: string) => Promise<Kinds[K] | undefined>;
  readonly all: <K extends Copy['kind']>(kind: K) => Promise<readonly Kinds[K][]>;
  readonly put: <K extends Copy['kind']>(kind: K, id: string, data: Kinds[K]) => Promise<unknown>;
  readonly remove: (kind: Copy['kind'], id: string) => Promise<unknown>;
}

interface Recipe<C extends CallDef> {
  readonly write: (rows: Rows, input: Infer<C['input']>, answer: Infer<C['output']>) => Promise<unknown>;
  readonly read: (rows: Rows, input: Infer<C['input']>) => Promise<unknown>;
  /** Leaves of what was read only the answer to the question. Waiting changes are applied before. */
  readonly narrow?: (answer: Infer<C['output']>, input: Infer<C['input']>) => Infer<C['output']>;
}

type ChatList = Infer<typeof calls.chat.listChats.input>;
type Thread = Infer<typeof calls.chat.getChat.output>;
interface Size {
  readonly id: string;
  readonly at: number;
  readonly size: number;
  /** The first message that is copied. */
  readonly first?: string | undefined;
}

const lastChange = (chat: Chat) => chat.lastUpdate ?? chat.createdDate;
const byNewest = (one: Chat, other: Chat) => (lastChange(one) < lastChange(other) ? 1 : -1);

const isIn = (chat: Chat, { only, tagId, lastUpdateTimestamp: before }: ChatList): boolean => {
  if (before !== undefined && lastChange(chat) >= before) return false;
  // Only the service knows which replies are running.
  if (only === 'replying') return false;
  if (only !== undefined) return chat[only] !== undefined;
  if (chat.archived !== undefined) return false;
  return tagId === undefined ? chat.pinned === undefined : chat.tags.some(({ _id }) => _id === tagId);
};

const forget = (rows: Rows, chatId: string) =>
  Promise.all((['chat', 'thread', 'size'] as const).map((kind) => rows.remove(kind, chatId)));

/** Secure and temporary chats are never stored in the browser: neither their messages nor their titles. */
const isPrivate = (chat: Chat | undefined) => chat?.secure === true || chat?.temporary === true;
const putChat = (rows: Rows, chat: Chat) =>
  isPrivate(chat) ? forget(rows, chat._id) : rows.put('chat', chat._id, { ...chat, matchingMessage: undefined });

/**
 * The key of the answer with the ids of chats that a list no longer has. They were deleted elsewhere, or are in another
 * list by now. Until something has them again, their messages are not shown.
 */
const missingId = `${calls.chat.listChats.name} missing`;

const missingIn = async (rows: Rows): Promise<readonly unknown[]> => {
  const ids = await rows.get('answer', missingId);
  return Array.isArray(ids) ? ids : [];
};
const setMissing = (rows: Rows, ids: readonly unknown[]) =>
  ids.length > 0 ? rows.put('answer', missingId, ids) : rows.remove('answer', missingId);

/** For chats of which the service has just said whether they exist. */
const removeMissing = async (rows: Rows, ids: readonly unknown[]) => {
  const missing = await missingIn(rows);
  const left = missing.filter((id) => !ids.includes(id));
  if (left.length < missing.length) await setMissing(rows, left);
};

const putFound = async (rows: Rows, chat: Chat) => {
  await removeMissing(rows, [chat._id]);
  return putChat(rows, chat);
};

/**
 * Notes which chats a list lacks, and which missing ones it has. Only the service knows whether one that is missing
 * exists: it may be far down in the list of all chats, or in one that is not read. Without messages none is noted.
 */
const noteMissing = async (rows: Rows, given: ReadonlySet<unknown>, gone: readonly Chat[]) => {
  const missing = (await missingIn(rows)).filter((id) => !given.has(id));
  const threads = new Set<unknown>((await rows.all('size')).map(({ id }) => id));
  const noted = new Set([...missing, ...gone.map(({ _id }) => _id)]);
  await setMissing(
    rows,
    [...noted].filter((id) => threads.has(id)),
  );
};

const listId = ({ only }: ChatList) => `${calls.chat.listChats.name} ${only ?? 'all'}`;

/**
 * The key of the answer with the last change of the oldest copied chat. It exists once the limit of chats is reached.
 */
const oldestId = `${calls.chat.listChats.name} oldest`;

const listChats: Recipe<typeof calls.chat.listChats> = {
  async write(rows, input, { chats }) {
    const { lastUpdateTimestamp: before } = input;
    const oldest = before === undefined ? undefined : await rows.get('answer', oldestId);
    // All of these chats are older than the copied ones and would be dropped again. Skipping them means that somebody
    // who scrolls through thousands of chats does not have all copies read for each page.
    if (before !== undefined && typeof oldest === 'string' && before <= oldest) return;
    const known = await rows.all('chat');
    const given = new Set(chats.map(({ _id }) => _id));
    const last = chats.length < chatPage.size || input.only === 'pinned' ? undefined : chats.at(-1);
    // A copied chat that belongs to this part of the list, but is missing from the answer, is gone from the list.
    const gone = known.filter(
      (chat) =>
        !given.has(chat._id) &&
        input.tagId === undefined &&
        isIn(chat, input) &&
        (last === undefined || lastChange(chat) > lastChange(last)),
    );
    const left = known.filter((chat) => !gone.includes(chat)).toSorted(byNewest);
    const surplus = left.slice(copyLimits.chats);
    const end = left[copyLimits.chats - 1];
    await (end ? rows.put('answer', oldestId, lastChange(end)) : rows.remove('answer', oldestId));
    await noteMissing(rows, given, gone);
    for (const { _id } of [...gone, ...surplus]) await rows.remove('chat', _id);
    for (const chat of chats) await putChat(rows, chat);
    if (input.tagId === undefined) await rows.put('answer', listId(input), true);
  },
  async read(rows, input) {
    if (!(await rows.get('answer', listId({ only: input.only })))) return undefined;
    return { chats: await rows.all('chat') };
  },
  narrow: ({ chats }, input) => ({ chats: chats.filter((chat) => isIn(chat, input)).toSorted(byNewest) }),
};

const oneChat: Recipe<typeof calls.chat.focusChat> = {
  write: (rows, _, { chat }) => putFound(rows, chat),
  async read(rows, { chatId }) {
    const chat = await rows.get('chat', chatId);
    return chat === undefined ? undefined : { chat };
  },
};

/** The newest messages within the limits, and the number of messages before them. */
const newest = (messages: readonly Message[], earlier: number) => {
  let size = 0;
  let first = messages.length;
  while (first > 0 && messages.length - first < copyLimits.messages) {
    const next = JSON.stringify(messages[first - 1]).length;
    if (size + next > copyLimits.thread) break;
    size += next;
    first -= 1;
  }
  return { messages: messages.slice(first), earlier: earlier + first, size };
};

/** Makes room by dropping the threads that were read longest ago. */
const prune = async (rows: Rows) => {
  const sizes = (await rows.all('size')).toSorted((one, other) => other.at - one.at);
  let total = 0;
  for (const [index, { id, size }] of sizes.entries()) {
    total += size;
    if (index < copyLimits.threads && total <= copyLimits.all) continue;
    await rows.remove('thread', id);
    await rows.remove('size', id);
  }
};

const positionIn = ({ messages }: Thread, id: string | undefined) => messages.findIndex(({ _id }) => _id === id);

/** The copied part of a chat with the page before one of its messages: it adds to the part, or replaces some of it. */
const withPage = (known: Thread, page: Thread, before: string): Thread | undefined => {
  const end = positionIn(known, before);
  if (end === -1) return undefined;
  const start = positionIn(known, page.messages[0]?._id);
  const untouched = start > 0 && start < end ? known.messages.slice(0, start) : [];
  return {
    ...known,
    messages: [...untouched, ...page.messages, ...known.messages.slice(end)],
    earlier: untouched.length > 0 ? known.earlier : page.earlier,
  };
};

const joined = (known: Thread | undefined, answer: Thread, before: string | undefined) => {
  if (before !== undefined) return known && withPage(known, answer, before);
  const at = known && answer.messages.length > 0 ? positionIn(known, answer.messages[0]?._id) : -1;
  if (!answer.chat) return undefined;
  if (!known || at <= 0) return answer;
  return { ...answer, messages: [...known.messages.slice(0, at), ...answer.messages], earlier: known.earlier };
};

const getChat: Recipe<typeof calls.chat.getChat> = {
  async write(rows, { chatId, before }, answer) {
    if (isPrivate(answer.chat)) return forget(rows, chatId);
    // Most parts of a long chat come before the copied messages, whose ids are greater, and do not adjoin them.
    if (before !== undefined) {
      const first = (await rows.get('size', chatId))?.first;
      if (first === undefined || before < first) return undefined;
    }
    const thread = joined(await rows.get('thread', chatId), answer, before);
    if (!thread) return undefined;
    const { messages, earlier, size } = newest(thread.messages, thread.earlier ?? 0);
    await rows.put('thread', chatId, { ...thread, messages, earlier: earlier || undefined });
    await rows.put('size', chatId, { id: chatId, at: Date.now(), size, first: messages[0]?._id } satisfies Size);
    if (answer.chat) await putFound(rows, answer.chat);
    return prune(rows);
  },
  async read(rows, { chatId, part, before }) {
    const thread = await rows.get('thread', chatId);
    // Calls that need the whole chat, such as an export, get no partial copy.
    if (!thread || before !== undefined || (part === undefined && thread.earlier)) return undefined;
    return (await missingIn(rows)).includes(chatId) ? undefined : thread;
  },
};

const whole = <C extends CallDef>({ name }: C): Recipe<C> => ({
  write: (rows, _, answer) => rows.put('answer', name, answer),
  read: (rows) => rows.get('answer', name),
});

const recipe = <C extends CallDef>(call: C, parts: Recipe<C>) => [call.name, parts] as const;

/** The calls whose answers can be read again without a network. */
const recipes: ReadonlyMap<string, Recipe<CallDef>> = new Map<string, Recipe<CallDef>>([
  recipe(calls.session.getUser, whole(calls.session.getUser)),
  recipe(calls.tags.listTags, whole(calls.tags.listTags)),
  recipe(calls.agents.listAgents, whole(calls.agents.listAgents)),
  recipe(calls.memories.listMemories, whole(calls.memories.listMemories)),
  recipe(calls.teams.listTeams, whole(calls.teams.listTeams)),
  recipe(calls.chat.listChats, listChats),
  recipe(calls.chat.focusChat, oneChat),
  recipe(calls.chat.getChat, getChat),
]);

export const isCopied = ({ name }: CallDef): boolean => recipes.has(name);

const range = (person: string, kind: string) => IDBKeyRange.bound([person, kind], [person, kind, []]);

export interface Copies {
  readonly write: (person: string, call: CallDef, input: unknown, answer: unknown) => Promise<unknown>;
  /**
   * The stored answer as `shownAs` changes it. It may have too many chats then, of which those are left that the list
   * has after the change. Undefined if there is none, or none that fits the contract.
   */
  readonly read: <C extends CallDef>(
    person: string,
    call: C,
    input: InferInput<C['input']>,
    shownAs?: (answer: Infer<C['output']>) => Promise<Infer<C['output']>>,
  ) => Promise<Infer<C['output']> | undefined>;
  /** The ids of chats with copied messages that a list no longer has. */
  readonly missing: (person: string) => Promise<readonly string[]>;
  readonly forgetChats: (person: string, chatIds: readonly string[]) => Promise<unknown>;
  /** Deletes the copies of everybody but `person`; without one, all copies. */
  readonly retainOnly: (person: string | undefined) => Promise<unknown>;
}

/** Answers of the service by person, in the database of this browser. */
export const createCopies = (database: OfflineDatabase): Copies => {
  const within = <T>(person: string, mode: 'readonly' | 'readwrite', work: (rows: Rows) => Promise<T>) =>
    database.use(async (db) => {
      const transaction = db.transaction('copies', mode);
      const { store } = transaction;
      // If the transaction is aborted, both promises reject.
      const [result] = await Promise.all([
        work({
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `put` put under its kind; answers are checked when read
          get: async (kind, id) => (await store.get([person, kind, id]))?.data as never,
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
          all: async (kind) => (await store.getAll(range(person, kind))).map(({ data }) => data as never),
          put: (kind, id, data) => store.put?.({ person, kind, id, data }) ?? Promise.resolve(),
          remove: (kind, id) => store.delete?.([person, kind, id]) ?? Promise.resolve(),
        }),
        transaction.done,
      ]);
      return result;
    });
  return {
    write: (person, call, input, answer) =>
      within(person, 'readwrite', async (rows) => recipes.get(call.name)?.write(rows, input, answer)),
    async read<C extends CallDef>(
      person: string,
      call: C,
      input: InferInput<C['input']>,
      shownAs: (answer: Infer<C['output']>) => Promise<Infer<C['output']>> = (answer) => Promise.resolve(answer),
    ) {
      const { read, narrow } = recipes.get(call.name) ?? {};
      const answer = await within(person, 'readonly', async (rows) => read?.(rows, input));
      const checked = checkedAs<C['output']>(call.output, answer);
      if (answer === undefined || !checked.success) return undefined;
      const shown = await shownAs(checked.data);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the recipe of this call leaves its kind of answer
      return narrow ? (narrow(shown, input) as Infer<C['output']>) : shown;
    },
    missing: async (person) => ((await within(person, 'readonly', missingIn)) ?? []).filter(isId),
    forgetChats: (person, chatIds) =>
      within(person, 'readwrite', (rows) =>
        Promise.all([removeMissing(rows, chatIds), ...chatIds.map((chatId) => forget(rows, chatId))]),
      ),
    retainOnly: (person) =>
      database.use(async (db) => {
        const keys = await db.getAllKeys('copies');
        const { store, done } = db.transaction('copies', 'readwrite');
        await Promise.all([done, ...keys.filter(([owner]) => owner !== person).map((key) => store.delete(key))]);
      }),
  };
};
