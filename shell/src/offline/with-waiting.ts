import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { CallDef, Infer } from '@atrium/shared-kernel/contracts/define';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import type { WaitingItem } from './database.ts';
import { chatAfter, memoriesAfter, tagsAfter } from './waiting-calls.ts';

type Apply<C extends CallDef> = (
  answer: Infer<C['output']>,
  items: readonly WaitingItem[],
  tags: readonly Tag[],
) => Infer<C['output']>;

const listChats: Apply<typeof calls.chat.listChats> = ({ chats }, items, tags) => ({
  chats: chats.map((chat) => chatAfter(items, chat, tags)),
});
const focusChat: Apply<typeof calls.chat.focusChat> = ({ chat }, items, tags) => ({
  chat: chatAfter(items, chat, tags),
});
const getChat: Apply<typeof calls.chat.getChat> = (answer, items, tags) => ({
  ...answer,
  ...(answer.chat ? { chat: chatAfter(items, answer.chat, tags) } : {}),
});
const listTags: Apply<typeof calls.tags.listTags> = (answer, items) => ({ tags: [...tagsAfter(items, answer.tags)] });
const listMemories: Apply<typeof calls.memories.listMemories> = ({ memories }, items) => ({
  memories: [...memoriesAfter(items, memories)],
});

const apply: ReadonlyMap<string, Apply<CallDef>> = new Map<string, Apply<CallDef>>(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each is found under the name of its own call
  [
    [calls.chat.listChats.name, listChats],
    [calls.chat.focusChat.name, focusChat],
    [calls.chat.getChat.name, getChat],
    [calls.tags.listTags.name, listTags],
    [calls.memories.listMemories.name, listMemories],
  ] as unknown as [string, Apply<CallDef>][],
);

/** An answer with all waiting changes applied, so that a screen that reads again shows what the person has done. */
export const withWaiting = async <T>(
  call: CallDef,
  answer: T,
  items: readonly WaitingItem[],
  tags: () => Promise<readonly Tag[]>,
): Promise<T> => {
  const change = apply.get(call.name);
  if (!change || items.length === 0) return answer;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer of the same call
  return change(answer, items, tagsAfter(items, await tags())) as T;
};
