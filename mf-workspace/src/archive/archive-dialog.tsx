import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { Button, IconButton } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import Archive from 'lucide-react/icons/archive';
import { useRef, useState } from 'react';
import { defer, from, map, merge, mergeMap, NEVER, of } from 'rxjs';
import { chatEvents } from '../chat-list/chat-list.api.ts';
import { createChatListModel } from '../chat-list/chat-list.model.ts';
import { lastChange } from '../chat-list/chat-order.ts';
import { dropIfGone } from '../chat-list/follow-chats.ts';
import { titleOf } from '../chat-list/open-chat.ts';
import { useHost, type WorkspaceView } from '../remote.ts';
import styles from './archive.module.css';
import { chatsFailed, unarchiveFailed } from '../chat-list/failures.ts';

/** Without the mark of the archive, because this list contains nothing else. */
const listed = (chat: Chat): Chat => ({ ...chat, archived: undefined });

/** What happens to chats, as it concerns the archive: those that leave it are as good as deleted. */
const archiveEvents = (bus: WorkspaceView['bus']) => {
  const { created$, deleted$, chatsChanged$, ...others } = chatEvents(bus);
  const changed$ = merge(created$.pipe(map(({ chat }) => [chat])), chatsChanged$);
  const left$ = changed$.pipe(mergeMap((chats = []) => chats.filter(({ archived }) => !archived)));
  return {
    ...others,
    created$: NEVER,
    deleted$: merge(deleted$, left$.pipe(map(({ _id }) => ({ chatId: _id })))),
    chatsChanged$: changed$.pipe(map((chats) => chats?.filter(({ archived }) => archived).map(listed))),
  };
};

const createModel = ({ bus, client, scope, session }: WorkspaceView) =>
  createChatListModel(scope, {
    ...archiveEvents(bus),
    owner$: session.user$.pipe(map((user) => user?._id)),
    fetchPinned: () => of([]),
    fetchPage: (lastUpdateTimestamp) =>
      defer(() =>
        from(client.call(calls.chat.listChats, { only: 'archived', lastUpdateTimestamp }, { signal: scope.signal })),
      ).pipe(map(({ chats }) => chats.map(listed))),
    describe: (error) => messageOf(error, ''),
  });

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

interface ArchivedChatProps {
  readonly chat: Chat;
  readonly onOpen: () => void;
  readonly onUnarchive: () => void;
}

const ArchivedChat = ({ chat, onOpen, onUnarchive }: ArchivedChatProps) => (
  <li className={styles.row}>
    <button type="button" className={styles.chat} onClick={onOpen}>
      <span dir="auto" className={styles.title}>
        {titleOf(chat)}
      </span>
      <span className={styles.day}>{day.format(new Date(lastChange(chat)))}</span>
    </button>
    <IconButton
      label={`Unarchive ${titleOf(chat)}`}
      title="Unarchive"
      icon={<ArchiveRestore />}
      onClick={onUnarchive}
    />
  </li>
);

/** The archived chats, newest first. Each can be opened, and moved back into the list. */
export const ArchiveDialog = () => {
  const view = useHost();
  const [model] = useState(() => createModel(view));
  const { chats, page, loaded, failure } = useBehavior(model.state$);
  const list = useRef<HTMLUListElement>(null);
  const open = (chat: Chat) => {
    view.close();
    view.bus.emit(events.workspace.commandGiven, { chatId: chat._id });
  };
  const unarchive = async (chat: Chat) => {
    let gone = false;
    const ends = view.bus.on(events.workspace.chatDeleted).subscribe(({ chatId }) => {
      gone ||= chatId === chat._id;
    });
    const release = model.remove(chat._id);
    list.current?.focus();
    try {
      const answer = await view.client.call(calls.chat.archiveChat, { chatId: chat._id, archived: false });
      view.bus.emit(events.workspace.chatsChanged, { chats: [answer.chat] });
      const message = `“${titleOf(chat)}” is back in your chats.`;
      view.alerts.show({ type: 'info', time: toastTimes.short, message });
    } catch (error) {
      gone ||= dropIfGone(view, chat, error);
      if (!gone) model.put(chat);
      const message = messageOf(error, unarchiveFailed);
      view.alerts.show({ type: 'error', time: toastTimes.medium, message });
    } finally {
      release();
      ends.unsubscribe();
    }
  };
  return (
    <DialogBody title="Archive" onClose={() => view.close()} aria-busy={page === 'loading'}>
      <ul ref={list} tabIndex={-1} aria-label="Archived chats" className={styles.list}>
        {chats.map((chat) => (
          <ArchivedChat key={chat._id} chat={chat} onOpen={() => open(chat)} onUnarchive={() => void unarchive(chat)} />
        ))}
      </ul>
      {!loaded && page !== 'failed' && <Skeleton shape="block" height="180px" />}
      {page === 'failed' && (
        <FailureState small title={chatsFailed} text={failure || undefined} onRetry={model.retry} />
      )}
      {page === 'end' && chats.length === 0 && (
        <EmptyState
          small
          icon={<Archive />}
          title="The archive is empty"
          text="Archive a chat from its menu to move it here. Search still finds it."
        />
      )}
      {loaded && (page === 'idle' || page === 'loading') && (
        <Button variant="ghost" busy={page === 'loading'} onClick={model.loadMore}>
          Show more
        </Button>
      )}
    </DialogBody>
  );
};
