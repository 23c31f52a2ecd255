import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';

/** The instant that orders and groups a chat: `lastUpdate`, or `createdDate` if none (B4.33). ISO 8601, UTC. */
export const lastChange = (chat: Chat): string => chat.lastUpdate ?? chat.createdDate;

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Newest first. Equal instants by id, so that the order is stable between pages. Instants have one format and are
 * compared as text, because parsing ten thousand dates takes too long for a list that scrolls.
 */
export const byNewest = (one: Chat, other: Chat): number =>
  compare(lastChange(other), lastChange(one)) || compare(other._id, one._id);

/** Adds chats to a list, replacing those with the same id. Newest first. */
export const withChats = (chats: readonly Chat[], added: readonly Chat[]): readonly Chat[] => {
  if (added.length === 0) return chats;
  const fresh = new Map(added.map((chat) => [chat._id, chat]));
  const others = chats.filter(({ _id }) => !fresh.has(_id));
  return [...others, ...fresh.values()].toSorted(byNewest);
};
