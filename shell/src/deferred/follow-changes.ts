import { createOneStream } from '@atrium/shared-kernel/changes/one-stream';
import { nameOf, readAgain } from '@atrium/shared-kernel/changes/read-again';
import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatUndo, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ChangeItem } from '@atrium/shared-kernel/contracts/entities/change';
import * as workspace from '@atrium/shared-kernel/contracts/events/workspace';
import { messagesChanged } from '@atrium/shared-kernel/contracts/events/shell';
import { isFailure } from '@atrium/shared-kernel/failure';
import { type Host, mountedQueries } from '@atrium/shared-kernel/remote';
import type { OwnedSession } from '@atrium/shared-kernel/session';
import { distinctUntilChanged, filter, fromEvent, map, skip, startWith, takeUntil } from 'rxjs';

type Ports = Pick<Host, 'alerts' | 'bus' | 'client' | 'navigation' | 'online$'> & { readonly session: OwnedSession };
type ChatPorts = Pick<Ports, 'alerts' | 'bus' | 'client' | 'navigation'>;

/** More rows than these come with a list that is read anew. */
const rowsAtOnce = 10;
/** Changes after which the signed-in person may have other rights, settings or plans. */
const ofPerson: ReadonlySet<string> = new Set([
  'person.session',
  'person.settings',
  'person.teams',
  'person.plan',
  'team.plan',
]);

/** A chat is gone, maybe the one on the screen: then the person hears of it, and may have it back. */
const tellDeleted = ({ alerts, bus, client, navigation }: ChatPorts, chatId: string): void => {
  const path = `/?chat=${chatId}`;
  const isOpen = new URLSearchParams(navigation.location$.value.search).get('chat') === chatId;
  bus.emit(workspace.chatDeleted, { chatId });
  if (!isOpen) return;
  navigation.navigate('/', { replace: true });
  const undo = () =>
    client.call(calls.chat.restoreChats, { chatIds: [chatId] }).then(
      () => navigation.navigate(path),
      (error: unknown) => {
        const message = messageOf(error, 'Failed to restore chat. Please try again.');
        alerts.show({ type: 'error', time: toastTimes.long, message });
      },
    );
  alerts.show({
    type: 'info',
    time: chatUndo.offered,
    message: 'This chat was deleted in another tab or on another device.',
    action: { label: 'Undo', onSelect: () => void undo() },
  });
};

/** Tells the lists how these chats are now: in the words of the remotes' own events, which all their versions know. */
const createChatNews = (ports: ChatPorts) => {
  const { bus, client } = ports;
  let underWay = Promise.resolve();
  const read = async (chatId: string): Promise<Chat | undefined> => {
    try {
      return (await client.call(calls.chat.focusChat, { chatId })).chat;
    } catch (error) {
      if (isFailure(error, calls.chat.focusChat, 'unknown-chat')) tellDeleted(ports, chatId);
      // What could not be read now is read with the next change, or the next load.
      return undefined;
    }
  };
  const tell = async (ids: readonly string[]) => {
    const chats = (await Promise.all(ids.map(read))).filter((chat) => chat !== undefined);
    if (chats.length > 0) bus.emit(workspace.chatsChanged, { chats });
    for (const { _id: chatId, title } of chats) if (title) bus.emit(workspace.chatRenamed, { chatId, title });
  };
  return (ids: readonly string[]) => {
    if (ids.length === 0 || ids.length > rowsAtOnce) return bus.emit(workspace.chatsChanged, {});
    // One after the other: an older answer never comes after a newer one.
    underWay = underWay.then(() => tell(ids));
  };
};

/**
 * Milliseconds that a call of this page has to be answered before the user is fetched again: who logs out here hears of
 * it twice, and must not be taken for somebody who was signed out elsewhere.
 */
const ownAnswer = 500;

/** What a change is to models, which have no query that could be read again, and to the session. */
const createNews = (ports: Ports) => {
  const { bus, session } = ports;
  const chats = createChatNews(ports);
  let soon: ReturnType<typeof setTimeout> | undefined;
  const recheck = () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      session.recheck();
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
    if (ofPerson.has(name)) recheck();
    if (name === 'person.chats') chats(item.ids);
    if (name === 'person.messages') bus.emit(messagesChanged, item.ids.length > 0 ? { chatIds: item.ids } : {});
    if (name === 'person.memories') bus.emit(workspace.memoriesChanged, {});
  };
};

const openChannel = (name: string, hear: (item: ChangeItem) => void) => {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<ChangeItem>) => hear(data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    send: (item: ChangeItem) => channel.postMessage(item),
    close: () => channel.close(),
  };
};

/** Keeps all that the page shows as true as it is elsewhere, for as long as somebody is signed in and looks at it. */
export const followChanges = (ports: Ports, page: Window = window): void => {
  const { client, session, online$ } = ports;
  const { locks } = page.navigator as Partial<Pick<Navigator, 'locks'>>;
  const take = createNews(ports);
  const visible$ = fromEvent(page.document, 'visibilitychange').pipe(
    startWith(undefined),
    map(() => page.document.visibilityState === 'visible'),
    distinctUntilChanged(),
  );
  const person$ = session.user$.pipe(
    map((user) => user?._id),
    distinctUntilChanged(),
  );
  // Since the page began to load, nothing was read before; whoever signs in on it later begins then.
  let since = 0;
  person$.pipe(filter((id) => id !== undefined)).subscribe((id) => {
    const began = since;
    since = page.performance.now();
    const stream = createOneStream({
      name: `atrium.changes.${id}`,
      client,
      locks,
      openChannel: 'BroadcastChannel' in page ? openChannel : undefined,
      age: () => page.performance.now() - began,
      reachable: (signal, then) => {
        const back = online$.pipe(skip(1), filter(Boolean)).subscribe(then);
        signal.addEventListener('abort', () => back.unsubscribe(), { once: true });
      },
      take,
    });
    const left$ = person$.pipe(skip(1));
    visible$.pipe(takeUntil(left$)).subscribe({ next: stream.show, complete: () => stream.show(false) });
  });
};
