import type { Chat, Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { createContext, type RefObject, use, useEffect, useState } from 'react';
import type { DragModel } from './drag.model.ts';

/** The drag model of this bar. Undefined if chats cannot be put into collections. */
export const DragContext = createContext<DragModel | undefined>(undefined);

/** Lets the chat be dragged by this element. */
export const useDragSource = (chat: Chat, element: RefObject<HTMLElement | null>): void => {
  const drag = use(DragContext);
  useEffect(() => (drag && element.current ? drag.addChat(chat, element.current) : undefined), [drag, chat, element]);
};

/** Lets chats be dropped onto this element. Returns whether one is over it. */
export const useDropTarget = (tag: Tag, element: RefObject<HTMLElement | null>): boolean => {
  const drag = use(DragContext);
  useEffect(
    () => (drag && element.current ? drag.addCollection(tag, element.current) : undefined),
    [drag, tag, element],
  );
  const [over, setOver] = useState(false);
  useEffect(() => {
    const drags = drag?.dragged$.subscribe((dragged) => setOver(dragged?.over?._id === tag._id));
    return () => drags?.unsubscribe();
  }, [drag, tag]);
  return over;
};
