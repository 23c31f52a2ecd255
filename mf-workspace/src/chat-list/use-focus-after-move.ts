import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { animationFrameScheduler, interval, type Subscription, take, takeWhile } from 'rxjs';
import type { ChatGroup } from './chat-groups.ts';
import { pathOfChat } from './open-chat.ts';

const framesToWait = 60;

/** Restores the lost focus. Returns false while something else, such as a closing dialog, still has it. */
const settleFocus = (list: HTMLElement, target: Chat | undefined): boolean => {
  const { activeElement, body } = list.ownerDocument;
  if (activeElement !== body) return false;
  const link = target && list.querySelector<HTMLElement>(`a[href="${pathOfChat(target._id)}"]`);
  (link ?? list).focus();
  return list.contains(list.ownerDocument.activeElement);
};

const chatsIn = (groups: readonly ChatGroup[]) => groups.flatMap(({ chats }) => chats);

/**
 * Keeps the focus when an action moves or removes the focused chat. It goes to the same chat if that is still in the
 * list, else to the one now at its position, else to the one before, else to the list itself, once a confirmation
 * dialog has closed. Returns a function that runs such an action, which may be canceled.
 */
export const useFocusAfterMove = (list: RefObject<HTMLElement | null>, groups: readonly ChatGroup[]) => {
  const leaving = useRef<{ readonly id: string; readonly at: number; readonly pinned: boolean }>(undefined);
  const latest = useRef(groups);
  /** Continues while the list changes in the meantime. */
  const focusing = useRef<Subscription>(undefined);
  useEffect(() => () => focusing.current?.unsubscribe(), []);
  useEffect(() => {
    latest.current = groups;
    const { current: moved } = leaving;
    const { current: element } = list;
    if (!moved || !element) return;
    const chats = chatsIn(groups);
    const listed = chats.find(({ _id }) => _id === moved.id);
    if (listed && (listed.pinned !== undefined) === moved.pinned) return;
    leaving.current = undefined;
    const target = listed ?? chats[moved.at] ?? chats.at(-1);
    focusing.current?.unsubscribe();
    focusing.current = interval(0, animationFrameScheduler)
      .pipe(
        take(framesToWait),
        takeWhile(() => !settleFocus(element, target)),
      )
      .subscribe();
  }, [groups, list]);
  return useCallback(async (id: string, move: () => Promise<void>) => {
    const chats = chatsIn(latest.current);
    const at = chats.findIndex(({ _id }) => _id === id);
    leaving.current = { id, at, pinned: chats[at]?.pinned !== undefined };
    await move();
    if (leaving.current?.id === id) leaving.current = undefined;
  }, []);
};
