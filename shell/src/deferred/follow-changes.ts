import { createOneStream } from '@atrium/shared-kernel/changes/one-stream';
import { nameOf, readAgain } from '@atrium/shared-kernel/changes/read-again';
import { createRepeatedRead } from '@atrium/shared-kernel/changes/repeated-read';
import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatUndo, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ChangeItem } from '@atrium/shared-kernel/contracts/entities/change';
import { isId } from '@atrium/shared-kernel/contracts/id';
import * as workspace from '#contracts/events/workspace';
import { messagesChanged } from '../../events.ts';
import { isFailure } from '@atrium/shared-kernel/failure';
import { type Host, mountedQueries } from '@atrium/shared-kernel/remote';
import type { OwnedSession } from '@atrium/shared-kernel/session';
import type { OwnDeletions } from './own-deletions.ts';
import { combineLatest, distinctUntilChanged, filter, fromEvent, map, skip, startWith, takeUntil } from 'rxjs';

interface Ports extends Pick<Host, 'alerts' | 'bus' | 'client' | 'navigation' | 'online$'> {
  readonly session: OwnedSession;
  readonly deletions: Pick<OwnDeletions, 'has' | 'failed$'>;
}
type ChatPorts = Pick<Ports, 'alerts' | 'bus' | 'client' | 'navigation' | 'deletions'>;

/** With more changed rows than these, the whole list is read again. */
const rowsAtOnce = 10;
/** Changes after which the signed-in person may have other rights, settings or plans. */
const personChanges: ReadonlySet<string> = new Set([
  'person.session',
  'person.settings',
  'person.teams',
  'person.plan',
  'team.plan',
]);

/** The chat in the address, which is on the screen. */
const openChat = ({ navigation }: Pick<Ports, 'navigation'>): string | null =>
  new URLSearchParams(navigation.location$.value.search).get('chat');

/** Says that chats are deleted, and offers Undo. With `path`, Undo goes there as well. */
const offerUndo = (
  { alerts, client, navigation }: ChatPorts,
  chatIds: readonly string[],
  message: string,
  path: string | undefined,
): void => {
  const undo = () =>
    client.call(calls.chat.restoreChats, { chatIds: [...chatIds] }).then(
      () => path !== undefined && navigation.navigate(path),
      (error: unknown) => {
        const final = isFailure(error, calls.chat.restoreChats, 'chats-not-restorable');
        alerts.show({
          type: 'error',
          message: messageOf(error, 'This couldn’t be undone. Please try again.'),
          ...(final ? { time: toastTimes.long } : { time: chatUndo.offered, action }),
        });
      },
    );
  const action = { label: 'Undo', onSelect: () => void undo() };
  alerts.show({ type: 'info', time: chatUndo.offered, message, action });
};

/** Takes deleted chats off the lists and the screen. Returns the path of the one that was on the screen. */
const removeChats = ({ bus, navigation }: ChatPorts, chatIds: readonly string[]): string | undefined => {
  const open = openChat({ navigation });
  for (const chatId of chatIds) bus.emit(workspace.chatDeleted, { chatId });
  if (open === null || !chatIds.includes(open)) return undefined;
  // A dialog that is open above the chat stays open.
  navigation.setQuery({ chat: undefined }, { replace: true });
  return `/?chat=${open}`;
};

/** A chat was deleted elsewhere. If it is on the screen, an alert says so and offers Undo. */
const announceDeletion = (ports: ChatPorts, chatId: string): void => {
  const path = removeChats(ports, [chatId]);
  if (path !== undefined)
    offerUndo(ports, [chatId], 'This chat was deleted in another tab or on another device.', path);
};

/** Chats were deleted by this page, which was told that it failed. An alert corrects that, wherever the chats are. */
const announceLateDeletions = (ports: ChatPorts, chatIds: readonly string[]): void => {
  if (chatIds.length === 0) return;
  const path = removeChats(ports, chatIds);
  const what = chatIds.length === 1 ? 'The chat was' : `${chatIds.length} chats were`;
  offerUndo(ports, chatIds, `${what} deleted after all.`, path);
};

/** Emits how these chats are now, by the remotes' own events, which all of their versions handle. */
const createChatUpdates = (ports: ChatPorts, signal: AbortSignal) => {
  const { bus, client, deletions } = ports;
  let wanted: ReadonlySet<string> = new Set();
  /** Chats that this page failed to delete, as far as it knows. */
  const kept = new Set<string>();
  const deletedLate: string[] = [];
  const readOne = async (chatId: string): Promise<Chat | undefined> => {
    // Without this, the console of the browser would report a request for a chat that is gone.
    if (deletions.has(chatId)) return undefined;
    try {
      const { chat } = await client.call(calls.chat.focusChat, { chatId });
      kept.delete(chatId);
      return chat;
    } catch (error) {
      if (!isFailure(error, calls.chat.focusChat, 'unknown-chat')) throw error;
      if (kept.delete(chatId)) deletedLate.push(chatId);
      else announceDeletion(ports, chatId);
      return undefined;
    }
  };
  const read = createRepeatedRead(async () => {
    const ids = [...wanted];
    wanted = new Set();
    const answers = await Promise.allSettled(ids.map(readOne));
    announceLateDeletions(ports, deletedLate.splice(0));
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value] : []));
    // What was read before this page deleted it would be back in the list, and nothing would remove it again.
    const chats = found.filter(({ _id }) => !deletions.has(_id));
    if (chats.length > 0) bus.emit(workspace.chatsChanged, { chats });
    for (const { _id: chatId, title } of chats) if (title) bus.emit(workspace.chatRenamed, { chatId, title });
    wanted = new Set([...wanted, ...ids.filter((_, index) => answers[index]?.status === 'rejected')]);
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
  }, signal);
  const readRows = (ids: readonly string[]) => {
    wanted = new Set([...wanted, ...ids]);
    read();
  };
  const update = (ids: readonly string[]) => {
    if (ids.length > 0 && ids.length <= rowsAtOnce) return readRows(ids);
    bus.emit(workspace.chatsChanged, {});
    // No list knows the chat on the screen.
    const open = openChat(ports);
    if (isId(open) && (ids.length === 0 || ids.includes(open))) readRows([open]);
  };
  const failures = deletions.failed$.subscribe((ids) => {
    for (const chatId of ids) kept.add(chatId);
    update(ids);
  });
  signal.addEventListener('abort', () => failures.unsubscribe(), { once: true });
  return update;
};

/**
 * Milliseconds before the user is fetched again, in which a call of this page may get its answer. A log-out in this tab
 * is reported as a change, too, and must not be mistaken for one elsewhere.
 */
const ownAnswer = 500;

/** Applies changes to the session and to models, which have no query to invalidate. */
const createUpdates = (ports: Ports, signal: AbortSignal) => {
  const { bus, session } = ports;
  const chats = createChatUpdates(ports, signal);
  let pendingRecheck: ReturnType<typeof setTimeout> | undefined;
  const recheck = () => {
    pendingRecheck ??= setTimeout(() => {
      pendingRecheck = undefined;
      session.recheck(true);
    }, ownAnswer);
  };
  const all = () => {
    recheck();
    chats([]);
    bus.emit(messagesChanged, {});
    bus.emit(workspace.memoriesChanged, {});
  };
  return (item: ChangeItem) => {
    readAgain(mountedQueries, item);
    if (item.type === 'reset') return all();
    if (item.type !== 'changed') return;
    const name = nameOf(item);
    if (personChanges.has(name)) recheck();
    if (name === 'person.chats') chats(item.ids);
    if (name === 'person.messages') bus.emit(messagesChanged, item.ids.length > 0 ? { chatIds: item.ids } : {});
    if (name === 'person.memories') bus.emit(workspace.memoriesChanged, {});
  };
};

const openChannel = (name: string, receive: (item: ChangeItem) => void) => {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<ChangeItem>) => receive(data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    send: (item: ChangeItem) => channel.postMessage(item),
    close: () => channel.close(),
  };
};

/** Keeps what the page shows up to date while somebody is signed in and looks at it. */
export const followChanges = (ports: Ports, page: Window = window): void => {
  const { client, session, online$ } = ports;
  const { locks } = page.navigator as Partial<Pick<Navigator, 'locks'>>;
  const visible$ = fromEvent(page.document, 'visibilitychange').pipe(
    startWith(undefined),
    map(() => page.document.visibilityState === 'visible'),
  );
  // Offline, nothing can be read again. Changes of that time are read when the network is back.
  const follows$ = combineLatest([visible$, online$]).pipe(
    map(([visible, online]) => visible && online),
    distinctUntilChanged(),
  );
  const person$ = session.user$.pipe(
    map((user) => user?._id),
    distinctUntilChanged(),
  );
  // Changes count from the start of the page, because nothing was read before it; after a later log-in, from then on. In
  // some browsers the page's time stands still while the computer sleeps, and the clock may be set: the longer time counts.
  let since = { page: 0, clock: page.performance.timeOrigin };
  person$.pipe(filter((id) => id !== undefined)).subscribe((id) => {
    const startedAt = since;
    since = { page: page.performance.now(), clock: Date.now() };
    const signedOut = new AbortController();
    const stream = createOneStream({
      name: `atrium.changes.${id}`,
      client,
      locks,
      openChannel: 'BroadcastChannel' in page ? openChannel : undefined,
      age: () => Math.max(page.performance.now() - startedAt.page, Date.now() - startedAt.clock),
      reachable: (signal, then) => {
        const back = online$.pipe(skip(1), filter(Boolean)).subscribe(then);
        signal.addEventListener('abort', () => back.unsubscribe(), { once: true });
      },
      onChange: createUpdates(ports, signedOut.signal),
    });
    const stop = () => {
      stream.show(false);
      signedOut.abort();
    };
    const left$ = person$.pipe(skip(1));
    follows$.pipe(takeUntil(left$)).subscribe({ next: stream.show, complete: stop });
  });
};
