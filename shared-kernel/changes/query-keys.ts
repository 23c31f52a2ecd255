import type { ChangeName } from '../contracts/changes/kinds.ts';

/**
 * The queries of all remotes that show what has changed, by the first part of their keys. Models of remotes and the
 * session follow some kinds as well.
 */
export const queryKeys = {
  'person.chats': ['recentChats', 'chatTags'],
  'person.messages': ['usage', 'model-usage', 'context'],
  'person.shares': ['shares'],
  'person.collections': ['collections', 'chatTags'],
  'person.agents': ['agents', 'agent'],
  'person.memories': ['contextMemories'],
  // The team that somebody works in is one of the settings, and has a model of its own.
  'person.settings': ['models'],
  'person.session': ['sessions'],
  'person.passkeys': ['passkeys', 'ways-in'],
  'person.connections': ['ways-in'],
  'person.integrations': ['integrations'],
  'person.imports': ['imports'],
  'person.teams': ['teams', 'team', 'agents', 'models'],
  'person.plan': ['customer', 'billing', 'models'],
  'team.team': ['teams', 'team', 'log', 'models'],
  'team.members': ['team', 'log', 'usage', 'model-usage'],
  'team.seats': ['team', 'log', 'proration'],
  'team.roles': ['team', 'log', 'agents', 'models'],
  'team.agents': ['team', 'agents', 'agent'],
  'team.plan': ['team', 'billing', 'proration'],
} as const satisfies Readonly<Record<ChangeName, readonly string[]>>;

/** The query keys of a change; none for a kind of a later service, which nothing here shows. */
export const queryKeysOf = (name: string): readonly string[] =>
  Object.entries(queryKeys).find(([known]) => known === name)?.[1] ?? [];
