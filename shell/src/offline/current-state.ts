import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Client } from '@atrium/shared-kernel/remote';
import type { WaitingItem } from './database.ts';
import { short } from './waiting-calls.ts';

type Change = Pick<WaitingItem, 'call' | 'input' | 'subjects'>;
type Calls = Pick<Client, 'call'>;

const quoted = (text: string) => `“${short(text)}”`;
const all = new Intl.ListFormat('en');

const chatOf = async ({ call }: Calls, { subjects }: Change) =>
  (await call(calls.chat.focusChat, { chatId: subjects[0] ?? '' })).chat;

const memoryOf = async ({ call }: Calls, { input }: Change) =>
  (await call(calls.memories.listMemories, {})).memories.find(({ _id }) => _id === input['memoryId']);

const ofMemory = async (client: Calls, change: Change) => {
  const memory = await memoryOf(client, change);
  return memory && `It was changed elsewhere in the meantime, to ${quoted(memory.memory)}.`;
};

const sentences = new Map<string, (client: Calls, change: Change) => Promise<string | undefined>>([
  [
    calls.chat.renameChat.name,
    async (client, change) =>
      `It was renamed elsewhere in the meantime, to ${quoted((await chatOf(client, change)).title)}.`,
  ],
  [
    calls.chat.editChat.name,
    async (client, change) => {
      const { tags } = await chatOf(client, change);
      const now = tags.length === 0 ? 'no collection' : all.format(tags.map(({ name }) => quoted(name)));
      return `Its collections were changed elsewhere in the meantime. It is in ${now} now.`;
    },
  ],
  [
    calls.tags.createEditTag.name,
    async ({ call }, { input }) => {
      const tag = (await call(calls.tags.listTags, {})).tags.find(({ _id }) => _id === input['tagId']);
      return tag && `It was changed elsewhere in the meantime. Its name is ${quoted(tag.name)} now.`;
    },
  ],
  [calls.memories.editMemory.name, ofMemory],
  [calls.memories.deleteMemory.name, ofMemory],
]);

/** A sentence with the current state of what a refused change is about. Rejects if the service does not answer. */
export const currentState = async (client: Calls, change: Change): Promise<string> =>
  (await sentences.get(change.call)?.(client, change)) ?? 'It was changed elsewhere in the meantime.';
