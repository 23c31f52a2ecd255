import { chatPage } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { lazyPart, useBehavior } from '@atrium/shared-kernel/remote';
import { useTabbing } from '@atrium/shared-kernel/tabbing';
import { Button } from '@atrium/shared-kernel/ui/button';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import {
  type ReactNode,
  type RefObject,
  startTransition,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useHost } from '../remote.ts';
import { type ChatGroup, groupChats } from './chat-groups.ts';
import type { ChatListParts } from './chat-list-parts.ts';
import styles from './chat-list.module.css';
import { ChatListSkeleton, MoreSkeleton } from './chat-list-skeleton.tsx';
import { ChatRow } from './chat-row.tsx';
import { openChatId } from './open-chat.ts';
import { Rows } from './rows.tsx';
import { createScrollPace, PaceContext } from './scroll-pace.ts';
import { useFocusAfterMove } from './use-focus-after-move.ts';
import { chatsFailed } from './failures.ts';

const loadWindowed = async () => ({ default: (await import('./windowed-rows.tsx')).WindowedRows });
const WindowedRows = lazyPart(loadWindowed);
const PickChats = lazyPart(async () => ({ default: (await import('./pick-chats.tsx')).PickChats }));
const windowAbove = 30;
const prepareAbove = 20;

interface Props {
  parts: ChatListParts;
  /** The element that scrolls the list. */
  scroller: RefObject<HTMLElement | null>;
  premium: boolean;
  /** Whether there is any collection. */
  collections: boolean;
  onOpen: () => void;
}

/**
 * Loads the next page whenever `end`, which is below all rows, is within 100 px of the view. An observer reports that
 * between frames, while measuring during a scroll would cost a layout.
 */
const useMoreNearEnd = ({ parts: { list }, scroller }: Props, end: RefObject<HTMLElement | null>) => {
  const state = useBehavior(list.state$);
  const { page } = state;
  const tabbing = useTabbing();
  useEffect(() => {
    if (page !== 'idle' || tabbing || !end.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) list.loadMore();
      },
      { root: scroller.current, rootMargin: `0px 0px ${chatPage.loadMoreWithin}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [list, scroller, end, page, tabbing]);
  return { ...state, tabbing };
};

/** Whether the list is being scrolled. The listener runs before anything is rendered for the scroll. */
const usePace = (scroller: Props['scroller']) => {
  const [pace] = useState(createScrollPace);
  useEffect(() => {
    const element = scroller.current;
    element?.addEventListener('scroll', pace.scrolled, { passive: true, capture: true });
    return () => {
      element?.removeEventListener('scroll', pace.scrolled, { capture: true });
      pace.end();
    };
  }, [scroller, pace]);
  return pace;
};

/** Whether several chats are being selected, and with which chat that started. */
const usePicking = () => {
  const { bus } = useHost();
  const [picking, setPicking] = useState<{ readonly first?: string }>();
  useEffect(() => {
    const subscription = bus
      .on(events.workspace.commandGiven)
      .subscribe(({ selectChats }) => selectChats && setPicking({}));
    return () => subscription.unsubscribe();
  }, [bus]);
  const pick = useCallback((first: string) => setPicking({ first }), []);
  return { picking, pick, done: () => setPicking(undefined) };
};

/** Shown below the rows: the loading page, a failure, or that there are no chats. */
const Below = ({ parts, premium, tabbing }: Pick<Props, 'parts' | 'premium'> & { readonly tabbing: boolean }) => {
  const { chats, page, loaded, failure } = useBehavior(parts.list.state$);
  if (page === 'failed')
    return <FailureState small title={chatsFailed} text={failure || undefined} onRetry={parts.list.retry} />;
  if (!loaded) return <ChatListSkeleton />;
  if (page !== 'end' && tabbing)
    return (
      <Button size="s" variant="ghost" busy={page === 'loading'} onClick={parts.list.loadMore}>
        Show more chats
      </Button>
    );
  if (page !== 'end') return <MoreSkeleton />;
  if (chats.length > 0) return null;
  return (
    <EmptyState
      small
      title="No chats yet"
      text={premium ? 'Your chats appear here once you send your first message.' : 'Join to start your first chat.'}
    />
  );
};

/** Loads the code for the rows of a long list before it is needed. */
const usePreparedWindow = (count: number) => {
  useEffect(() => {
    // If the code is needed, the Suspense boundary of the list reports the failure.
    if (count > prepareAbove) loadWindowed().catch(() => undefined);
  }, [count]);
};

interface LinesProps extends Pick<Props, 'scroller'> {
  readonly groups: readonly ChatGroup[];
  readonly row: (chat: Chat) => ReactNode;
}

/**
 * All rows of a short list, or those of a long list that are in view. A list that becomes long keeps its rows while one of
 * them has an open editor or menu, and stays as it is when it becomes short again, because other rows would lose that.
 */
const Lines = ({ groups, row, scroller }: LinesProps) => {
  const rows = <Rows groups={groups} row={row} />;
  const count = groups.reduce((sum, { chats }) => sum + chats.length, 0);
  const [windowed, setWindowed] = useState(count > windowAbove);
  useEffect(() => {
    if (
      windowed ||
      count <= windowAbove ||
      scroller.current?.querySelector('input:not([type=checkbox]):focus, [data-menu=true]')
    )
      return;
    // As a transition, so that the rows stay until the others are there.
    startTransition(() => setWindowed(true));
  });
  return (
    <Suspense fallback={rows}>
      {windowed ? <WindowedRows groups={groups} row={row} scroller={scroller} /> : rows}
    </Suspense>
  );
};

/** The chats of the left bar in their groups. */
export const ChatList = (props: Props) => {
  const { parts, scroller, premium, collections, onOpen } = props;
  const { navigation } = useHost();
  const end = useRef<HTMLDivElement>(null);
  const { chats, page, tabbing } = useMoreNearEnd(props, end);
  const typed = useBehavior(parts.typed$);
  const today = useBehavior(parts.today$);
  const running = useBehavior(parts.running$);
  const waiting = useBehavior(parts.waiting$);
  const openId = openChatId(useBehavior(navigation.location$));
  usePreparedWindow(chats.length);
  const list = useRef<HTMLElement>(null);
  const groups = useMemo(() => groupChats(chats, today), [chats, today]);
  const moving = useFocusAfterMove(list, groups);
  const { picking, pick, done } = usePicking();
  const pace = usePace(scroller);
  const row = useCallback(
    (chat: Chat) => (
      <ChatRow
        chat={chat}
        typed={typed.get(chat._id)}
        open={chat._id === openId}
        running={running.has(chat._id)}
        waiting={waiting.has(chat._id)}
        mayDuplicate={premium}
        mayCollect={collections}
        tools={parts.tools}
        moving={moving}
        onOpen={onOpen}
        onSelect={pick}
      />
    ),
    [typed, openId, running, waiting, premium, collections, parts, moving, onOpen, pick],
  );
  const rowsOf = (one: (chat: Chat) => ReactNode) => <Lines groups={groups} row={one} scroller={scroller} />;
  return (
    <PaceContext value={pace}>
      <section ref={list} tabIndex={-1} aria-label="Chats" aria-busy={page === 'loading'} className={styles.list}>
        {picking ? (
          <Suspense fallback={rowsOf(row)}>
            <PickChats
              groups={groups}
              first={picking.first}
              list={parts.list}
              rows={rowsOf}
              onDone={() => {
                done();
                list.current?.focus();
              }}
            />
          </Suspense>
        ) : (
          rowsOf(row)
        )}
        <Below parts={parts} premium={premium} tabbing={tabbing} />
        <div ref={end} />
      </section>
    </PaceContext>
  );
};
