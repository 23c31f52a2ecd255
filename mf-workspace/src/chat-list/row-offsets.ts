import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ChatGroup } from './chat-groups.ts';

/** What stands in one line of the list: the name of a group, or a chat. */
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
  /** Undefined where there is none. */
  readonly line: (index: number) => Line | undefined;
  /** Where a chat stands; undefined where it does not. */
  readonly lineOf: (chatId: string) => Line | undefined;
  /** Pixels from the top of the list to the line at `index`; at the count of lines, the height of the list. */
  readonly offset: (index: number) => number;
  /** Index of the line that stands at `offset`, of those that there are. */
  readonly at: (offset: number) => number;
}

/** Where each line stands: all rows are of one height, and so are all headings. Nothing is made for each of the chats. */
export const rowPositions = (groups: readonly ChatGroup[], heights: Heights): RowPositions => {
  let count = 0;
  const parts = groups.map((group) => {
    const begin = count;
    count += group.chats.length + 1;
    return { ...group, begin };
  });
  const offset = (index: number) => {
    const headings = parts.filter(({ begin }) => begin < index).length;
    return headings * heights.heading + (index - headings) * heights.row;
  };
  const line = (index: number): Line | undefined => {
    const part = parts.findLast(({ begin }) => begin <= index);
    if (!part) return undefined;
    if (index === part.begin) return { index, id: part.name, heading: part.name };
    const chat = part.chats[index - part.begin - 1];
    return chat && { index, id: chat._id, chat };
  };
  const lineOf = (chatId: string) => {
    for (const { begin, chats } of parts) {
      const at = chats.findIndex(({ _id }) => _id === chatId);
      if (at !== -1) return line(begin + 1 + at);
    }
    return undefined;
  };
  const at = (wanted: number) => {
    const begin = parts.findLast((part) => offset(part.begin) <= wanted)?.begin ?? 0;
    const below = wanted - offset(begin) - heights.heading;
    const index = begin + (below < 0 ? 0 : 1 + Math.floor(below / heights.row));
    return Math.max(0, Math.min(index, count - 1));
  };
  return { count, line, lineOf, offset, at };
};
