import * as dialogs from '#contracts/dialogs';
import type { Chat, Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import * as events from '#contracts/events';
import { isId } from '@atrium/shared-kernel/contracts/id';
import { lazyPart, useBehavior } from '@atrium/shared-kernel/remote';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { useQueryClient } from '@tanstack/react-query';
import { BehaviorSubject, filter, take } from 'rxjs';
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useAccess } from '../access.ts';
import { AgentsSection } from '../agents/agents-section.tsx';
import { useAgents } from '../agents/agents.api.ts';
import { ChatList } from '../chat-list/chat-list.tsx';
import { ChatListSkeleton } from '../chat-list/chat-list-skeleton.tsx';
import { createChatListParts } from '../chat-list/chat-list-parts.ts';
import { pathOfChat } from '../chat-list/open-chat.ts';
import { useCollections } from '../collections/collections.api.ts';
import { CollectionsSection } from '../collections/collections-section.tsx';
import { DragContext } from '../drag/drag-context.ts';
import { DragLayer } from './drag-layer.tsx';
import { createDragModel, type LoadEngine } from '../drag/drag.model.ts';
import { useHost, type WorkspaceView } from '../remote.ts';
import { BarFooter } from './bar-footer.tsx';
import { BarHeader } from './bar-header.tsx';
import styles from './left-bar.module.css';
import type { Lists as Listed } from './follow-address.ts';
import { createSelectionModel } from './selection.model.ts';
import { closingSwipeHandlers } from './swipe.ts';

const SidebarSections = lazyPart(async () => ({ default: (await import('../added/added.tsx')).SidebarSections }));

/** The result of the search dialog. */
type SearchResult = { readonly chatId?: unknown; readonly messageId?: unknown };

/** Milliseconds after the lists have loaded. */
const dragPrepareDelay = 1500;
const loadDrop = () => import(/* webpackChunkName: "drag" */ './drop-chat.ts');
/** The code for drops loads together with the engine. */
const loadEngine: LoadEngine = async () =>
  (await Promise.all([import(/* webpackChunkName: "drag" */ '../drag/drag-engine.ts'), loadDrop()]))[0]
    .createDragEngine;

/** Everything in the bar that outlives a render, created once per mount. */
const createBar = (view: WorkspaceView) => {
  const selection = createSelectionModel(view);
  const close = () => view.layout.setBar('left', false);
  /** Below 1200 px the bar covers the content, so it closes for what was chosen. */
  const closeOverlay = () => {
    if (!view.layout.desktop$.value) close();
  };
  const closing = (act: () => void) => () => {
    closeOverlay();
    act();
  };
  const lists$ = new BehaviorSubject<Listed | undefined>(undefined);
  const follow = async () =>
    (await import(/* webpackChunkName: "drag" */ './follow-address.ts')).followAddress(view, selection, lists$);
  view.navigation.location$
    .pipe(
      filter(({ search }) => /\b(flow|collection)=/.test(search)),
      take(1),
      view.scope.until(),
    )
    // If it does not load, the lists still select, but the URL does not.
    .subscribe(() => void follow().catch(() => undefined));
  const chats = createChatListParts(view);
  const openChat = closing(selection.clear);
  const goToChat = (chatId: string, messageId?: unknown) => {
    openChat();
    view.navigation.navigate(pathOfChat(chatId));
    if (isId(messageId)) view.bus.emit(events.workspace.messageChosen, { chatId, messageId });
  };
  const search = async (term?: string) => {
    const { chatId, messageId } = ((await view.dialogs.open(dialogs.workspace.search, { term })) ?? {}) as SearchResult;
    if (isId(chatId)) goToChat(chatId, messageId);
  };
  const drop = async (chat: Chat, tag: Tag) => (await loadDrop()).dropChat(view, chats.list)(chat, tag);
  const newChat = closing(selection.startChat);
  view.bus.on(events.workspace.commandGiven).subscribe((command) => {
    if (command.newChat) {
      newChat();
      view.navigation.navigate('/');
    }
    if (command.agent) closing(() => selection.selectAgent(command.agent!))();
    if (command.tag) closing(() => selection.selectCollection(command.tag!))();
    if (command.chatId) goToChat(command.chatId);
    if (command.search !== undefined) void search(command.search);
    if (command.selectChats) view.layout.setBar('left', true);
  });
  return {
    selection,
    setLists: (lists: Listed) => lists$.next(lists),
    chats,
    drag: createDragModel(view.scope, { load: loadEngine, drop: (chat, tag) => void drop(chat, tag) }),
    closeOverlay,
    openChat,
    search,
    forgetCollection: (tagId: string) => {
      chats.list.untag(tagId);
      selection.forget(tagId);
    },
    newChat,
    swipe: closingSwipeHandlers(close),
  };
};

/** Agents are fetched again after a change of the team. */
const useAgentsOfTeam = (team: string | undefined) => {
  const queries = useQueryClient();
  const before = useRef(team);
  useEffect(() => {
    if (before.current === team) return;
    before.current = team;
    void queries.invalidateQueries({ queryKey: ['agents'] });
  }, [queries, team]);
};

interface ListsProps {
  bar: ReturnType<typeof createBar>;
  user: User;
  premium: boolean;
  /** The element that scrolls the lists. */
  scroller: RefObject<HTMLElement | null>;
}

/**
 * Agents, collections and chats. Nothing is shown before the two short lists, which are above the chats, have answered.
 */
const Lists = ({ bar, user, premium, scroller }: ListsProps) => {
  const view = useHost();
  const agents = useAgents(user._id);
  const collections = useCollections(user._id);
  useAgentsOfTeam(user.activeTeam);
  const awaited = agents.awaited || collections.awaited;
  const { agents: listed, failed } = agents;
  useEffect(() => {
    // If a list could not be fetched, it is unknown what the URL means.
    if (!awaited && !failed && !collections.failed) bar.setLists({ agents: listed, tags: collections.tags });
  });
  const selected = useBehavior(bar.selection.selected$);
  const select = useMemo(
    () =>
      <Item,>(choose: (item: Item) => void) =>
      (item: Item) => {
        // Closes first, because on a phone the bar removes its own history entry.
        bar.closeOverlay();
        choose(item);
      },
    [bar],
  );
  const mayDrop = premium && collections.tags.length > 0;
  useEffect(() => {
    // Early enough for the first touch, which has no earlier sign.
    const timer = mayDrop ? setTimeout(bar.drag.prepare, dragPrepareDelay) : undefined;
    return () => clearTimeout(timer);
  }, [bar, mayDrop]);
  if (awaited) return <ChatListSkeleton />;
  return (
    <DragContext value={mayDrop ? bar.drag : undefined}>
      <AgentsSection
        list={agents}
        premium={premium}
        selectedId={selected.agentId}
        onSelect={select(bar.selection.selectAgent)}
        onGuide={bar.openChat}
        onMoved={bar.selection.moveAgent}
        onDeleted={bar.selection.forget}
      />
      <CollectionsSection
        list={collections}
        premium={premium}
        selectedId={selected.tagId}
        onSelect={select(bar.selection.selectCollection)}
        onDeleted={bar.forgetCollection}
      />
      {view.slots?.isFilled('workspace.sidebarSections') && (
        <Suspense fallback={null}>
          <SidebarSections />
        </Suspense>
      )}
      <ChatList
        parts={bar.chats}
        scroller={scroller}
        premium={premium}
        collections={collections.tags.length > 0}
        onOpen={bar.openChat}
      />
      <DragLayer drag={bar.drag} />
    </DragContext>
  );
};

/**
 * The left bar: the brand and New Chat at the top, then agents, collections and chats, and the settings at the bottom.
 */
export const LeftBar = () => {
  const view = useHost();
  const [bar] = useState(() => createBar(view));
  const access = useAccess();
  const { kind, user } = access;
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.bar} {...bar.swipe}>
      <BarHeader access={access} onNewChat={bar.newChat} onLeave={bar.openChat} onSearch={() => void bar.search()} />
      <div ref={scroller} className={styles.scroller}>
        <div data-scrolled>
          {user && <Lists bar={bar} user={user} premium={kind === 'premium'} scroller={scroller} />}
          {kind === 'unknown' && <ChatListSkeleton />}
          {kind === 'visitor' && (
            <EmptyState small title="Your chats will be here" text="Log in to see them on any device." />
          )}
        </div>
      </div>
      {user && <BarFooter user={user} onLeave={bar.closeOverlay} />}
    </div>
  );
};
