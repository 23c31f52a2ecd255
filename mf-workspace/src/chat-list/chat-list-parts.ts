import * as events from '#contracts/events';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, map, merge, mergeMap, filter, interval } from 'rxjs';
import type { WorkspaceView } from '../remote.ts';
import type { ChatTools, createChatTools } from './chat-tools.tsx';
import { chatListInputs } from './chat-list.api.ts';
import { createChatListModel, type ChatListModel } from './chat-list.model.ts';
import { createTitleTypingModel, type TypedTitles } from './title-typing.model.ts';

const checkInterval = 60_000;

/** A moment of the current day in the browser's time zone. Changes within a minute after midnight. */
export const createTodayModel = (scope: Scope, clock: () => Date = () => new Date()): Behavior<Date> => {
  const today$ = new BehaviorSubject(clock());
  interval(checkInterval)
    .pipe(
      map(clock),
      filter((now) => now.toDateString() !== today$.value.toDateString()),
      scope.until(),
    )
    .subscribe(today$);
  return today$;
};

export interface LoadedTools {
  /** Undefined until they are fetched. */
  readonly now: () => ChatTools | undefined;
  /** Fetches them once, or again after a failure, with which it rejects. */
  readonly load: () => Promise<ChatTools>;
}

/** The parts of the list of chats, created for each mount of the bar. */
export interface ChatListParts {
  readonly list: ChatListModel;
  readonly tools: LoadedTools;
  readonly typed$: Behavior<TypedTitles>;
  readonly today$: Behavior<Date>;
  /** Chats that wait for a reply. */
  readonly running$: Behavior<ReadonlySet<string>>;
  /** Chats with changes that wait for the network. */
  readonly waiting$: Behavior<ReadonlySet<string>>;
}

const createTools = (...parts: Parameters<typeof createChatTools>): LoadedTools => {
  let tools: ChatTools | undefined;
  return {
    now: () => tools,
    load: async () => {
      const { createChatTools } = await import(/* webpackChunkName: "menus" */ './chat-tools.tsx');
      tools ??= createChatTools(...parts);
      return tools;
    },
  };
};

/**
 * Titles that are typed out: of chats that are named here, and of those that another tab names while they are listed
 * without a title. Has to be subscribed before the list applies them.
 */
const newTitles = ({ bus }: WorkspaceView, listed: () => readonly Chat[]) => {
  const namedElsewhere$ = bus.on(events.workspace.chatsChanged).pipe(
    mergeMap(({ chats = [] }) => chats.filter(({ _id }) => listed().some((one) => one._id === _id && !one.title))),
    map(({ _id: chatId, title }) => ({ chatId, title })),
  );
  return merge(bus.on(events.chat.named), namedElsewhere$);
};

export const createChatListParts = (view: WorkspaceView): ChatListParts => {
  const running$ = new BehaviorSubject<ReadonlySet<string>>(new Set());
  view.bus.on(events.chat.repliesChanged).subscribe(({ chatIds }) => running$.next(new Set(chatIds)));
  const typed$ = createTitleTypingModel(
    view.scope,
    newTitles(view, () => list.state$.value.chats),
  );
  const list = createChatListModel(view.scope, chatListInputs(view));
  const waiting$ = new BehaviorSubject<ReadonlySet<string>>(new Set());
  const tools = createTools(view, list, (chatIds) => waiting$.next(chatIds));
  // Rows can be renamed and pinned without a network, so their menu is loaded before it is lost.
  view.outbox$?.pipe(view.scope.until()).subscribe((outbox) => outbox && tools.load().catch(() => undefined));
  return {
    list,
    tools,
    typed$,
    today$: createTodayModel(view.scope),
    running$,
    waiting$,
  };
};
