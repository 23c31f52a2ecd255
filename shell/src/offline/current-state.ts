import * as calls from '@atrium/shared-kernel/contracts/calls';
import { readableName } from '@atrium/shared-kernel/contracts/given-name';
import type { Client } from '@atrium/shared-kernel/remote';
import type { WaitingItem } from './database.ts';
import { short } from './waiting-calls.ts';

type Change = Pick<WaitingItem, 'call' | 'input' | 'subjects'>;
type Calls = Pick<Client, 'call'>;

/** The current state of what a change is about. */
interface Current {
  /** Whether it is what the change sets. */
  readonly wanted: boolean;
  readonly sentence: string;
}

const quoted = (text: string) => `“${short(text)}”`;
const all = new Intl.ListFormat('en');
/** A name as the service stores it. */
const stored = (name: unknown) => readableName(String(name)).trim();

const chatOf = async ({ call }: Calls, { subjects }: Change) =>
  (await call(calls.chat.focusChat, { chatId: subjects[0] ?? '' })).chat;

const ofTitle = async (client: Calls, change: Change): Promise<Current> => {
  const { title } = await chatOf(client, change);
  const sentence = `It was renamed elsewhere in the meantime, to ${quoted(title)}.`;
  return { wanted: title === stored(change.input['title']), sentence };
};

const ofTags = async (client: Calls, change: Change): Promise<Current> => {
  const { tags } = await chatOf(client, change);
  const given = new Set<unknown>(Array.isArray(change.input['tags']) ? change.input['tags'] : []);
  const now = tags.length === 0 ? 'no collection' : all.format(tags.map(({ name }) => quoted(name)));
  return {
    wanted: tags.length === given.size && tags.every(({ _id }) => given.has(_id)),
    sentence: `Its collections were changed elsewhere in the meantime. It is in ${now} now.`,
  };
};

const ofTag = async ({ call }: Calls, { input }: Change): Promise<Current | undefined> => {
  const tag = (await call(calls.tags.listTags, {})).tags.find(({ _id }) => _id === input['tagId']);
  if (!tag) return undefined;
  const { name = tag.name, icon = tag.icon, color = tag.color, chatId, deleted } = input;
  const same = stored(name) === tag.name && icon === tag.icon && color === tag.color;
  return {
    // A chat that is added at the same time may be missing.
    wanted: same && chatId === undefined && !deleted,
    sentence: `It was changed elsewhere in the meantime. Its name is ${quoted(tag.name)} now.`,
  };
};

const ofMemory = async ({ call }: Calls, { input }: Change): Promise<Current | undefined> => {
  const memory = (await call(calls.memories.listMemories, {})).memories.find(({ _id }) => _id === input['memoryId']);
  return (
    memory && {
      wanted: memory.memory === input['memory'],
      sentence: `It was changed elsewhere in the meantime, to ${quoted(memory.memory)}.`,
    }
  );
};

const readers = new Map<string, (client: Calls, change: Change) => Promise<Current | undefined>>([
  [calls.chat.renameChat.name, ofTitle],
  [calls.chat.editChat.name, ofTags],
  [calls.tags.createEditTag.name, ofTag],
  [calls.memories.editMemory.name, ofMemory],
  [calls.memories.deleteMemory.name, ofMemory],
]);

/**
 * A sentence with the current state of what an outdated change is about. Undefined if that is what the change sets, as
 * after an earlier attempt whose answer was lost. Rejects if the service does not answer.
 */
export const conflictOf = async (client: Calls, change: Change): Promise<string | undefined> => {
  const current = await readers.get(change.call)?.(client, change);
  return current?.wanted ? undefined : (current?.sentence ?? 'It was changed elsewhere in the meantime.');
};
