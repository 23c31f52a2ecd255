import type { Selection } from '../thread/selection.ts';
import type { Thread } from '../thread/thread.ts';
import type { Access } from './access.ts';

export const messagesFailed = 'Failed to get chat messages.';

/** What the screen shows: a chat, an empty one, one of a collection, or an interview about an agent. */
export const viewOf = (thread: Thread, selection: Selection, access: Access) => {
  const shared = thread.shareId !== undefined;
  const empty = thread.messages.length === 0;
  const fresh = thread.chatId === undefined && !shared && empty;
  const collection = fresh && !thread.fn ? selection.tag : undefined;
  const guided = access === 'premium' && thread.fn !== undefined && (fresh || !empty);
  const plain = fresh && !collection && !guided;
  const drafted = guided ? thread.messages.findLast(({ context, pending }) => context && !pending) : undefined;
  return { shared, empty, fresh, collection, guided, plain, drafted };
};

export type View = ReturnType<typeof viewOf>;

/** A key for what is scrolled, and where it starts: a chat at its end, anything else at its start. */
export const scrollOf = ({ key }: Thread, { shared, collection, plain }: View) => {
  // The welcome may be longer than the screen.
  const other = collection?._id ?? (plain ? 'welcome' : undefined);
  const startsAt = shared || other !== undefined ? 'start' : 'end';
  return [other === undefined ? key : `${key} ${other}`, startsAt] as const;
};
