import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';

/** The instant that orders and groups a chat: `lastUpdate`, or `createdDate` if none (B4.33). ISO 8601, UTC. */
export const lastChange = (chat: Chat): string => chat.lastUpdate ?? chat.createdDate;

/** Newest first; equal instants by id, newest id first, so that the order is stable between pages. */
export const byNewest = (one: Chat, other: Chat): number =>
  Date.parse(lastChange(other)) - Date.parse(lastChange(one)) || other._id.localeCompare(one._id);

/** Adds chats to a list, replacing those of the same id; newest first. */
export const withChats = (chats: readonly Chat[], added: readonly Chat[]): readonly Chat[] => {
  const known = new Map([...chats, ...added].map((chat) => [chat._id, chat]));
  return [...known.values()].toSorted(byNewest);
};
