import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { lastChange } from './chat-order.ts';

const pinnedGroup = 'Pinned';
export const groupNames = ['Today', 'Yesterday', 'This Week', 'Last Week', 'Last Month', 'Older than a month'] as const;
export type GroupName = typeof pinnedGroup | (typeof groupNames)[number];

export interface ChatGroup {
  readonly name: GroupName;
  /** Newest first; of the pinned ones, the last pinned first. */
  readonly chats: readonly Chat[];
}

/** The same day one month earlier, or that month's last day: 31 March leads to 28 or 29 February. */
const monthBefore = (year: number, month: number, day: number) =>
  new Date(year, month - 1, Math.min(day, new Date(year, month, 0).getDate()));

/**
 * When each group begins, as instants, by the days of the browser's time zone. Days are calendar days, so one with a
 * change of the clock may have 23 or 25 hours; weeks begin on Monday; the last month ends one month before today.
 */
const beginnings = (now: Date): readonly string[] => {
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

/** How many of the chats, newest first, changed at `begin` or later. */
const since = (chats: readonly Chat[], begin: string): number => {
  let [low, high] = [0, chats.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const chat = chats[middle];
    if (chat && lastChange(chat) >= begin) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * Chats, newest first, by age (B4.33): every chat in exactly one group, empty groups left out, all newest first. Pinned
 * ones are on top of all, whatever their age.
 */
export const groupChats = (chats: readonly Chat[], now: Date): readonly ChatGroup[] => {
  const pins = chats.filter(({ pinned }) => pinned).toSorted((a, b) => (a.pinned! < b.pinned! ? 1 : -1));
  const rest = pins.length > 0 ? chats.filter(({ pinned }) => !pinned) : chats;
  const ends = [...beginnings(now).map((begin) => since(rest, begin)), rest.length];
  let from = 0;
  const groups = groupNames.map((name, index): ChatGroup => {
    const to = Math.max(from, ends[index] ?? from);
    const group = { name, chats: rest.slice(from, to) };
    from = to;
    return group;
  });
  return [{ name: pinnedGroup, chats: pins } as const, ...groups].filter((group) => group.chats.length > 0);
};
