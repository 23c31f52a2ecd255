import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { animationFrameScheduler, interval, type Subscription, take, takeWhile } from 'rxjs';
import type { ChatGroup } from './chat-groups.ts';
import { pathOfChat } from './open-chat.ts';

const framesToWait = 60;

/** Puts the focus where it was lost: false while something else, such as a closing dialog, still holds it. */
const settleFocus = (list: HTMLElement, target: Chat | undefined): boolean => {
  const { activeElement, body } = list.ownerDocument;
  if (activeElement !== body) return false;
  const link = target && list.querySelector<HTMLElement>(`a[href="${pathOfChat(target._id)}"]`);
  (link ?? list).focus();
  return list.contains(list.ownerDocument.activeElement);
};

const chatsIn = (groups: readonly ChatGroup[]) => groups.flatMap(({ chats }) => chats);

/**
 * The focus of a chat that a person took from its place goes with it where it is still in the list; else to the chat that
 * took its place, else to the one before, else to the list itself, once what asked has closed. Answers how to run a move,
 * which may be called off.
 */
export const useFocusAfterMove = (list: RefObject<HTMLElement | null>, groups: readonly ChatGroup[]) => {
  const leaving = useRef<{ readonly id: string; readonly at: number; readonly pinned: boolean }>(undefined);
  const known = useRef(groups);
  /** Outlives the changes of the list that come meanwhile. */
  const waiting = useRef<Subscription>(undefined);
  useEffect(() => () => waiting.current?.unsubscribe(), []);
  useEffect(() => {
    known.current = groups;
    const { current: left } = leaving;
    const { current: element } = list;
    if (!left || !element) return;
    const chats = chatsIn(groups);
    const still = chats.find(({ _id }) => _id === left.id);
    if (still && (still.pinned !== undefined) === left.pinned) return;
    leaving.current = undefined;
    const target = still ?? chats[left.at] ?? chats.at(-1);
    waiting.current?.unsubscribe();
    waiting.current = interval(0, animationFrameScheduler)
      .pipe(
        take(framesToWait),
        takeWhile(() => !settleFocus(element, target)),
      )
      .subscribe();
  }, [groups, list]);
  return useCallback(async (id: string, move: () => Promise<void>) => {
    const chats = chatsIn(known.current);
    const at = chats.findIndex(({ _id }) => _id === id);
    leaving.current = { id, at, pinned: chats[at]?.pinned !== undefined };
    await move();
    if (leaving.current?.id === id) leaving.current = undefined;
  }, []);
};
