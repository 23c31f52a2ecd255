import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ChatGroup } from './chat-groups.ts';

/** One line of the list: the name of a group, or a chat. */
export type Line =
  | { readonly index: number; readonly id: string; readonly heading: string }
  | { readonly index: number; readonly id: string; readonly chat: Chat };

/** Pixels. */
export interface Heights {
  readonly heading: number;
  readonly row: number;
}

export interface RowPositions {
  readonly count: number;
  /** Undefined if there is no such line. */
  readonly line: (index: number) => Line | undefined;
  /** The line of a chat. Undefined if it is not listed. */
  readonly lineOf: (chatId: string) => Line | undefined;
  /** Pixels from the top of the list to the line at `index`; at the count of lines, the height of the list. */
  readonly offset: (index: number) => number;
  /** Index of the line at `offset` pixels, limited to the existing ones. */
  readonly at: (offset: number) => number;
}

/** The position of each line. All rows have one height, and so have all headings, so nothing is stored per chat. */
export const rowPositions = (groups: readonly ChatGroup[], heights: Heights): RowPositions => {
  let count = 0;
  const parts = groups.map((group) => {
    const start = count;
    count += group.chats.length + 1;
    return { ...group, start };
  });
  const offset = (index: number) => {
    const headings = parts.filter(({ start }) => start < index).length;
    return headings * heights.heading + (index - headings) * heights.row;
  };
  const line = (index: number): Line | undefined => {
    const part = parts.findLast(({ start }) => start <= index);
    if (!part) return undefined;
    if (index === part.start) return { index, id: part.name, heading: part.name };
    const chat = part.chats[index - part.start - 1];
    return chat && { index, id: chat._id, chat };
  };
  const lineOf = (chatId: string) => {
    for (const { start, chats } of parts) {
      const at = chats.findIndex(({ _id }) => _id === chatId);
      if (at !== -1) return line(start + 1 + at);
    }
    return undefined;
  };
  const at = (pixels: number) => {
    const start = parts.findLast((part) => offset(part.start) <= pixels)?.start ?? 0;
    const below = pixels - offset(start) - heights.heading;
    const index = start + (below < 0 ? 0 : 1 + Math.floor(below / heights.row));
    return Math.max(0, Math.min(index, count - 1));
  };
  return { count, line, lineOf, offset, at };
};
