import { chatPage } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { lazy, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useRemote } from '../remote.ts';
import { groupChats } from './chat-groups.ts';
import type { ChatListParts } from './chat-list-parts.ts';
import styles from './chat-list.module.css';
import { ChatListSkeleton, MoreSkeleton } from './chat-list-skeleton.tsx';
import { ChatRow } from './chat-row.tsx';
import { openChatId } from './open-chat.ts';
import { Rows } from './rows.tsx';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

const loadWindowed = async () => ({ default: (await import('./windowed-rows.tsx')).WindowedRows });
const WindowedRows = lazy(loadWindowed);
const windowAbove = 100;
const prepareAbove = 50;

interface Props {
  parts: ChatListParts;
  /** The element that scrolls the list. */
  scroller: RefObject<HTMLElement | null>;
  premium: boolean;
  /** Whether there is any collection. */
  collections: boolean;
  onOpen: () => void;
}

/** Loads the next page whenever the bottom is within 100 px: after a scroll, and after a page too short to scroll. */
const useMoreNearBottom = ({ parts: { list }, scroller }: Props) => {
  const state = useBehavior(list.state$);
  const { page } = state;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const check = () => {
      const below = element.scrollHeight - element.scrollTop - element.clientHeight;
      if (page === 'idle' && below <= chatPage.loadMoreWithin) list.loadMore();
    };
    check();
    element.addEventListener('scroll', check, { passive: true });
    return () => element.removeEventListener('scroll', check);
  }, [list, scroller, page]);
  return state;
};

/** The chats of the left bar in their groups. */
export const ChatList = (props: Props) => {
  const { parts, scroller, premium, collections, onOpen } = props;
  const { navigation } = useRemote();
  const { chats, page, loaded, failure } = useMoreNearBottom(props);
  const typed = useBehavior(parts.typed$);
  const today = useBehavior(parts.today$);
  const openId = openChatId(useBehavior(navigation.location$));
  useEffect(() => {
    // A failure is told by the Suspense of the list, should it come to that.
    if (chats.length > prepareAbove) loadWindowed().catch(() => undefined);
  }, [chats.length]);
  const list = useRef<HTMLElement>(null);
  const removing = useFocusAfterRemoval(list, chats);
  const actions = useMemo(
    () => ({ ...parts.actions, remove: (chat: Chat) => removing(chat._id, () => parts.actions.remove(chat)) }),
    [parts, removing],
  );
  const groups = useMemo(() => groupChats(chats, today), [chats, today]);
  const row = useCallback(
    (chat: Chat) => (
      <ChatRow
        chat={chat}
        typed={typed.get(chat._id)}
        open={chat._id === openId}
        mayDuplicate={premium}
        mayCollect={collections}
        actions={actions}
        onOpen={onOpen}
      />
    ),
    [typed, openId, premium, collections, actions, onOpen],
  );
  const rows = <Rows groups={groups} row={row} />;
  return (
    <section ref={list} tabIndex={-1} aria-label="Chats" aria-busy={page === 'loading'} className={styles.list}>
      {chats.length > windowAbove ? (
        <Suspense fallback={rows}>
          <WindowedRows groups={groups} row={row} scroller={scroller} />
        </Suspense>
      ) : (
        rows
      )}
      {!loaded && page !== 'failed' && <ChatListSkeleton />}
      {loaded && (page === 'loading' || page === 'idle') && <MoreSkeleton />}
      {page === 'failed' && (
        <FailureState small title="Failed to get chats." text={failure || undefined} onRetry={parts.list.retry} />
      )}
      {loaded && page === 'end' && chats.length === 0 && (
        <EmptyState
          small
          title="No chats yet"
          text={
            premium ? 'Your chats appear here as soon as you send a first message.' : 'Join to start your first chat.'
          }
        />
      )}
    </section>
  );
};
