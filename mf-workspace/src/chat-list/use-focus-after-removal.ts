import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { animationFrameScheduler, interval, take, takeWhile } from 'rxjs';
import { pathOfChat } from './open-chat.ts';

const framesToWait = 60;

/** Puts the focus where it was lost: false while something else, such as a closing dialog, still holds it. */
const settleFocus = (list: HTMLElement, neighbour: Chat | undefined): boolean => {
  const { activeElement, body } = list.ownerDocument;
  if (activeElement !== body) return false;
  const link = neighbour && list.querySelector<HTMLElement>(`a[href="${pathOfChat(neighbour._id)}"]`);
  (link ?? list).focus();
  return list.contains(list.ownerDocument.activeElement);
};

/**
 * The focus of a chat that a person deleted goes to the chat that took its place, else to the one before, else to the
 * list itself, once the confirmation has closed. Answers how to run a removal, which may be called off.
 */
export const useFocusAfterRemoval = (list: RefObject<HTMLElement | null>, chats: readonly Chat[]) => {
  const leaving = useRef<{ readonly id: string; readonly at: number }>(undefined);
  const known = useRef(chats);
  useEffect(() => {
    known.current = chats;
    const { current: gone } = leaving;
    const { current: element } = list;
    if (!gone || !element || chats.some(({ _id }) => _id === gone.id)) return undefined;
    leaving.current = undefined;
    const neighbour = chats[gone.at] ?? chats.at(-1);
    const waiting = interval(0, animationFrameScheduler)
      .pipe(
        take(framesToWait),
        takeWhile(() => !settleFocus(element, neighbour)),
      )
      .subscribe();
    return () => waiting.unsubscribe();
  }, [chats, list]);
  return useCallback(async (id: string, remove: () => Promise<void>) => {
    const at = known.current.findIndex(({ _id }) => _id === id);
    leaving.current = { id, at };
    await remove();
    if (leaving.current?.id === id) leaving.current = undefined;
  }, []);
};
