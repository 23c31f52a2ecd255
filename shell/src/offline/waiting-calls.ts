import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { CallDef, Infer, InferInput } from '@atrium/shared-kernel/contracts/define';
import type { Chat, Memory, Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { newId } from '@atrium/shared-kernel/contracts/new-id';
import type { WaitingItem } from './database.ts';

/** The current state of what a change concerns, with the changes that already wait applied. */
export interface Known {
  readonly chat: (id: string) => Promise<Chat | undefined>;
  readonly tags: () => Promise<readonly Tag[]>;
}

/** A waiting change as the queue stores it, and the answer to its caller. */
interface PlannedChange {
  readonly sets: string;
  readonly subjects: readonly string[];
  readonly words: string;
  /** The input that is sent later. New things already have their ids. */
  readonly input: Readonly<Record<string, unknown>>;
  /** What the caller gets instead of the service's answer. */
  readonly answer: unknown;
}

interface WaitingCall<C extends CallDef> {
  /** Undefined if the change cannot wait, because what it concerns is unknown. */
  readonly plan: (
    input: Infer<C['input']>,
    known: Known,
  ) => Promise<(Omit<PlannedChange, 'input'> & { input: InferInput<C['input']> }) | undefined>;
  /** Apply the change to a chat, to the collections, to the memories. */
  readonly chat?: (chat: Chat, input: Infer<C['input']>, at: string, tags: readonly Tag[]) => Chat;
  readonly tags?: (tags: readonly Tag[], input: Infer<C['input']>, at: string) => readonly Tag[];
  readonly memories?: (memories: readonly Memory[], input: Infer<C['input']>) => readonly Memory[];
}

const maxLength = 60;
/** A text on one line, of 60 characters at most. */
export const short = (text: string): string => {
  const line = text.trim().replaceAll(/\s+/gu, ' ');
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
};
const describeMemory = (memory: unknown) => `Remember “${short(String(memory))}”`;
const describeCollection = (name: unknown) => `Create the collection “${short(String(name))}”`;
const named = (chat: Chat | undefined) => `“${short(chat?.title ?? '') || 'Untitled chat'}”`;

const rename: WaitingCall<typeof calls.chat.renameChat> = {
  async plan(input, known) {
    const { chatId, title } = input;
    const words = `Rename ${named(await known.chat(chatId))} to “${short(title)}”`;
    return { sets: `title ${chatId}`, subjects: [chatId], words, input, answer: {} };
  },
  chat: (chat, { title }) => ({ ...chat, title: title.trim() }),
};

const withPin = (chat: Chat, pinned: boolean, at: string): Chat =>
  pinned ? { ...chat, pinned: at, archived: undefined } : { ...chat, pinned: undefined };

const pin: WaitingCall<typeof calls.chat.pinChat> = {
  async plan(input, known) {
    const { chatId, pinned } = input;
    const chat = await known.chat(chatId);
    if (!chat) return undefined;
    return {
      sets: `pin ${chatId}`,
      subjects: [chatId],
      words: `${pinned ? 'Pin' : 'Unpin'} ${named(chat)}`,
      input,
      answer: { chat: withPin(chat, pinned, new Date().toISOString()) },
    };
  },
  chat: (chat, { pinned }, at) => withPin(chat, pinned, at),
};

const collect: WaitingCall<typeof calls.chat.editChat> = {
  async plan(input, known) {
    const { chatId, tags } = input;
    const words = `Change the collections of ${named(await known.chat(chatId))}`;
    return { sets: `tags ${chatId}`, subjects: [chatId, ...tags], words, input, answer: {} };
  },
  chat: (chat, { tags: ids }, _, tags) => ({ ...chat, tags: tags.filter(({ _id }) => ids.includes(_id)) }),
};

const uncollect: WaitingCall<typeof calls.tags.removeFromChat> = {
  async plan(input, known) {
    const { chatId, tagId } = input;
    const tag = (await known.tags()).find(({ _id }) => _id === tagId);
    const words = `Take ${named(await known.chat(chatId))} out of “${short(tag?.name ?? 'a collection')}”`;
    return { sets: `tag ${chatId} ${tagId}`, subjects: [chatId, tagId], words, input, answer: {} };
  },
  chat: (chat, { tagId }) => ({ ...chat, tags: chat.tags.filter(({ _id }) => _id !== tagId) }),
};

type EditTag = Infer<typeof calls.tags.createEditTag.input>;
const idOf = ({ tagId, newTagId }: EditTag) => tagId ?? newTagId ?? '';
const withTag = (tag: Tag | undefined, input: EditTag, at: string): Tag => ({
  _id: idOf(input),
  name: input.name ?? tag?.name ?? '',
  icon: input.icon ?? tag?.icon ?? 'folders',
  color: input.color ?? tag?.color ?? 'deepPurple',
  lastUpdate: at,
  ...(tag?.revision ? { revision: tag.revision } : {}),
});

const editTag: WaitingCall<typeof calls.tags.createEditTag> = {
  async plan(given, known) {
    const input = given.tagId === undefined ? { ...given, newTagId: given.newTagId ?? newId() } : given;
    const id = idOf(input);
    const tag = (await known.tags()).find(({ _id }) => _id === id);
    if (given.tagId !== undefined && !tag) return undefined;
    const name = given.name ?? tag?.name ?? '';
    const changes = `${given.deleted ? 'Delete' : 'Change'} the collection “${short(name)}”`;
    return {
      sets: `tag ${id}`,
      subjects: [id, ...(given.chatId ? [given.chatId] : [])],
      words: tag ? changes : describeCollection(name),
      input,
      answer: given.deleted ? {} : { tag: withTag(tag, input, new Date().toISOString()) },
    };
  },
  chat(chat, input, at, tags) {
    const id = idOf(input);
    const others = chat.tags.filter(({ _id }) => _id !== id);
    const isIn = others.length < chat.tags.length || chat._id === input.chatId;
    if (input.deleted || !isIn) return { ...chat, tags: others };
    return {
      ...chat,
      tags: [
        ...others,
        withTag(
          tags.find(({ _id }) => _id === id),
          input,
          at,
        ),
      ],
    };
  },
  tags(tags, input, at) {
    const id = idOf(input);
    const before = tags.find(({ _id }) => _id === id);
    if (input.deleted) return tags.filter((tag) => tag !== before);
    const after = withTag(before, input, at);
    return before ? tags.map((tag) => (tag === before ? after : tag)) : [after, ...tags];
  },
};

const addMemory: WaitingCall<typeof calls.memories.addMemory> = {
  async plan(given) {
    const input = { ...given, memoryId: given.memoryId ?? newId() };
    const { memory, memoryId } = input;
    const answer = { memory: { _id: memoryId, memory } };
    return { sets: `memory ${memoryId}`, subjects: [memoryId], words: describeMemory(memory), input, answer };
  },
  memories: (memories, { memoryId = '', memory }) =>
    memories.some(({ _id }) => _id === memoryId)
      ? memories
      : // Newest first, as the service lists them.
        [...memories, { _id: memoryId, memory }].toSorted((one, two) => (one._id < two._id ? 1 : -1)),
};

const editMemory: WaitingCall<typeof calls.memories.editMemory> = {
  async plan(input) {
    const { memoryId, memory } = input;
    const words = `Change a memory to “${short(memory)}”`;
    return {
      sets: `memory ${memoryId}`,
      subjects: [memoryId],
      words,
      input,
      answer: { memory: { _id: memoryId, memory } },
    };
  },
  memories: (memories, { memoryId, memory }) =>
    memories.map((one) => (one._id === memoryId ? { ...one, memory } : one)),
};

const deleteMemory: WaitingCall<typeof calls.memories.deleteMemory> = {
  plan: ({ memoryId }) =>
    Promise.resolve({
      sets: `memory ${memoryId}`,
      subjects: [memoryId],
      words: 'Delete a memory',
      input: { memoryId },
      answer: {},
    }),
  memories: (memories, { memoryId }) => memories.filter(({ _id }) => _id !== memoryId),
};

const entry = <C extends CallDef>(call: C, waiting: WaitingCall<C>) => [call.name, { ...waiting, call }] as const;

/** A `WaitingCall` of any call. */
interface AnyWaitingCall {
  readonly call: CallDef;
  readonly plan: (input: unknown, known: Known) => Promise<PlannedChange | undefined>;
  readonly chat?: (chat: Chat, input: unknown, at: string, tags: readonly Tag[]) => Chat;
  readonly tags?: (tags: readonly Tag[], input: unknown, at: string) => readonly Tag[];
  readonly memories?: (memories: readonly Memory[], input: unknown) => readonly Memory[];
}

/** The changes that can wait for a network, by the names of their calls. Messages can wait as well, by `addMessage`. */
export const waitingCalls: ReadonlyMap<string, AnyWaitingCall> = new Map<string, AnyWaitingCall>(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each is found under the name of its own call
  [
    entry(calls.chat.renameChat, rename),
    entry(calls.chat.pinChat, pin),
    entry(calls.chat.editChat, collect),
    entry(calls.tags.removeFromChat, uncollect),
    entry(calls.tags.createEditTag, editTag),
    entry(calls.memories.addMemory, addMemory),
    entry(calls.memories.editMemory, editMemory),
    entry(calls.memories.deleteMemory, deleteMemory),
  ] as unknown as [string, AnyWaitingCall][],
);

/** Whether a call changes one chat that the service knows, and nothing else. */
export const isChatChange = (call: string): boolean =>
  waitingCalls.get(call)?.chat !== undefined && call !== calls.tags.createEditTag.name;

const changeTags: ReadonlySet<string> = new Set([calls.tags.removeFromChat.name, calls.tags.createEditTag.name]);

/**
 * Whether an earlier change gives what a later one is based on another revision. The collections of a chat also change
 * when one is created for it, is taken from it or is deleted.
 */
export const changesBase = (
  earlier: Pick<WaitingItem, 'call' | 'input' | 'sets'>,
  later: Pick<WaitingItem, 'call' | 'input' | 'sets'>,
): boolean => {
  if (earlier.sets === later.sets) return true;
  if (later.call !== calls.chat.editChat.name || !changeTags.has(earlier.call)) return false;
  return earlier.input['deleted'] === true || earlier.input['chatId'] === later.input['chatId'];
};

const at = (item: WaitingItem) => new Date(item.at).toISOString();

/** The collections, a chat or the memories after all waiting changes. */
export const tagsAfter = (items: readonly WaitingItem[], tags: readonly Tag[]): readonly Tag[] =>
  items.reduce((now, item) => waitingCalls.get(item.call)?.tags?.(now, item.input, at(item)) ?? now, tags);

export const chatAfter = (items: readonly WaitingItem[], chat: Chat, tags: readonly Tag[]): Chat =>
  items.reduce(
    (now, item) =>
      item.subjects.includes(chat._id) || item.call === calls.tags.createEditTag.name
        ? (waitingCalls.get(item.call)?.chat?.(now, item.input, at(item), tags) ?? now)
        : now,
    chat,
  );

export const memoriesAfter = (items: readonly WaitingItem[], memories: readonly Memory[]): readonly Memory[] =>
  items.reduce((now, item) => waitingCalls.get(item.call)?.memories?.(now, item.input) ?? now, memories);

/**
 * Merges a waiting change with a later one that sets the same. Returns `nothing` if the later one deletes what the
 * first creates, and undefined if the two stay apart.
 */
export const merged = (
  first: Pick<WaitingItem, 'call' | 'input' | 'words'>,
  next: Pick<WaitingItem, 'call' | 'input' | 'words'>,
): Pick<WaitingItem, 'call' | 'input' | 'words'> | 'nothing' | undefined => {
  const creates = first.call === calls.memories.addMemory.name || first.input['newTagId'] !== undefined;
  const deletes = next.call === calls.memories.deleteMemory.name || next.input['deleted'] === true;
  if (creates && deletes) return 'nothing';
  // What the later one leaves undefined stays as the first one has it.
  const given = Object.fromEntries(Object.entries(next.input).filter(([, value]) => value !== undefined));
  if (deletes || first.input['deleted'] === true || first.call === calls.memories.deleteMemory.name) return undefined;
  if (creates) {
    const { tagId: _, ...changed } = given;
    const input = { ...first.input, ...changed };
    const words = 'memory' in input ? describeMemory(input.memory) : describeCollection(input['name']);
    return { call: first.call, input, words };
  }
  return first.call === next.call ? { ...next, input: { ...first.input, ...given } } : undefined;
};
