import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { byNewest, lastChange } from './chat-order.ts';

export const groupNames = ['Today', 'Yesterday', 'This Week', 'Last Week', 'Last Month', 'Older than a month'] as const;
export type GroupName = (typeof groupNames)[number];

export interface ChatGroup {
  readonly name: GroupName;
  /** Newest first. */
  readonly chats: readonly Chat[];
}

/** The same day one month earlier, or that month's last day: 31 March leads to 28 or 29 February. */
const monthBefore = (year: number, month: number, day: number) =>
  new Date(year, month - 1, Math.min(day, new Date(year, month, 0).getDate()));

/**
 * When each group begins, in ms since the epoch, in the browser's time zone. Days are calendar days, so one with a
 * change of the clock may have 23 or 25 hours; weeks begin on Monday; the last month ends one month before today.
 */
const beginnings = (now: Date): readonly number[] => {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const sinceMonday = (now.getDay() + 6) % 7;
  return [
    new Date(year, month, day),
    new Date(year, month, day - 1),
    new Date(year, month, day - sinceMonday),
    new Date(year, month, day - sinceMonday - 7),
    monthBefore(year, month, day),
  ].map((date) => date.getTime());
};

/** Chats by age (B4.33): every chat in exactly one group, empty groups left out, all newest first. */
export const groupChats = (chats: readonly Chat[], now: Date): readonly ChatGroup[] => {
  const begins = beginnings(now);
  const groups = groupNames.map((name) => ({ name, chats: [] as Chat[] }));
  for (const chat of chats.toSorted(byNewest)) {
    const changed = Date.parse(lastChange(chat));
    const index = begins.findIndex((begin) => changed >= begin);
    groups.at(index)?.chats.push(chat);
  }
  return groups.filter((group) => group.chats.length > 0);
};
