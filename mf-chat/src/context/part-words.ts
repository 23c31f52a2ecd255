import type { ContextPart } from '@atrium/shared-kernel/contracts/entities/context';

interface Words {
  readonly name: string;
  /** What its parts are called: one, and several. */
  readonly items?: readonly [string, string];
}

const messages = ['message', 'messages'] as const;

const words: Readonly<Record<string, Words>> = {
  system: { name: 'Instructions' },
  agent: { name: 'Agent' },
  memories: { name: 'Memories', items: ['memory', 'memories'] },
  collection: { name: 'Collection' },
  files: { name: 'Files', items: ['file', 'files'] },
  passages: { name: 'Passages', items: ['passage', 'passages'] },
  summary: { name: 'Summary', items: messages },
  recalled: { name: 'From older messages', items: ['passage', 'passages'] },
  turns: { name: 'Earlier messages', items: messages },
  prompt: { name: 'Your message' },
};

/** What a part is called; one of a later service has a name that holds for all. */
export const nameOfPart = ({ kind }: Pick<ContextPart, 'kind'>): string => words[kind]?.name ?? 'Other';

/** How many of what a part holds, as `12 messages`; undefined where nobody counts. */
export const itemsOfPart = ({ kind, count }: Pick<ContextPart, 'kind' | 'count'>): string | undefined => {
  const [one, several] = words[kind]?.items ?? [];
  return count === undefined ? undefined : one && `${count} ${count === 1 ? one : several}`;
};
