import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { lastChange } from './chat-order.ts';

const pinnedGroup = 'Pinned';
export const groupNames = ['Today', 'Yesterday', 'This Week', 'Last Week', 'Last Month', 'Older than a month'] as const;
export type GroupName = typeof pinnedGroup | (typeof groupNames)[number];

export interface ChatGroup {
  readonly name: GroupName;
  /** Newest first. Pinned chats are ordered by when they were pinned, the latest first. */
  readonly chats: readonly Chat[];
}

/** The same day one month earlier, or that month's last day: March 31 leads to February 28 or 29. */
const monthBefore = (year: number, month: number, day: number) =>
  new Date(year, month - 1, Math.min(day, new Date(year, month, 0).getDate()));

/**
 * When each group starts, as instants, by days in the browser's time zone. Days are calendar days, so one with a clock
 * change may have 23 or 25 hours. Weeks start on Monday. The last month starts one month before today.
 */
const groupStarts = (now: Date): readonly string[] => {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const sinceMonday = (now.getDay() + 6) % 7;
  return [
    new Date(year, month, day),
    new Date(year, month, day - 1),
    new Date(year, month, day - sinceMonday),
    new Date(year, month, day - sinceMonday - 7),
    monthBefore(year, month, day),
  ].map((date) => date.toISOString());
};

/** How many of the chats, newest first, changed at `start` or later. */
const since = (chats: readonly Chat[], start: string): number => {
  let [low, high] = [0, chats.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const chat = chats[middle];
    if (chat && lastChange(chat) >= start) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * Groups chats, newest first, by age (B4.33). Every chat is in exactly one group, and empty groups are left out. Pinned
 * chats come first, whatever their age.
 */
export const groupChats = (chats: readonly Chat[], now: Date): readonly ChatGroup[] => {
  const pins = chats.filter(({ pinned }) => pinned).toSorted((a, b) => (a.pinned! < b.pinned! ? 1 : -1));
  const unpinned = pins.length > 0 ? chats.filter(({ pinned }) => !pinned) : chats;
  const ends = [...groupStarts(now).map((start) => since(unpinned, start)), unpinned.length];
  let from = 0;
  const groups = groupNames.map((name, index): ChatGroup => {
    const to = Math.max(from, ends[index] ?? from);
    const group = { name, chats: unpinned.slice(from, to) };
    from = to;
    return group;
  });
  return [{ name: pinnedGroup, chats: pins } as const, ...groups].filter((group) => group.chats.length > 0);
};
