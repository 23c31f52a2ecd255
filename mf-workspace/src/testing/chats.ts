import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import type { Chat, Memory, Tag } from '@atrium/shared-kernel/contracts/entities/chat';

let last = 0;
/** A fresh id: 24 hex characters, ascending. */
export const freshId = (): string => (++last).toString(16).padStart(24, '0');

export const chatOf = (change: Partial<Chat> = {}): Chat => ({
  _id: freshId(),
  title: 'A chat',
  tags: [],
  secure: false,
  lastUpdate: '2026-07-15T10:00:00.000Z',
  createdDate: '2026-07-15T09:00:00.000Z',
  ...change,
});

/** `count` chats, one minute apart, newest first. */
export const chatsOf = (count: number, newest = '2026-07-15T10:00:00.000Z'): Chat[] =>
  Array.from({ length: count }, (_, index) =>
    chatOf({
      title: `Chat ${index + 1}`,
      lastUpdate: new Date(Date.parse(newest) - index * 60_000).toISOString(),
    }),
  );

export const agentOf = (change: Partial<Agent> = {}): Agent => ({
  _id: freshId(),
  title: 'An agent',
  instruction: 'Help.',
  files: [],
  teamRoles: [],
  memoryDisabled: false,
  lastUpdate: '2026-07-15T10:00:00.000Z',
  ...change,
});

export const tagOf = (change: Partial<Tag> = {}): Tag => ({
  _id: freshId(),
  name: 'A collection',
  icon: 'folders',
  color: 'deepPurple',
  lastUpdate: '2026-07-15T10:00:00.000Z',
  ...change,
});

export const memoryOf = (memory: string): Memory => ({ _id: freshId(), memory });
