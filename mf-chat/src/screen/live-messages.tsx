import * as dialogs from '#contracts/dialogs';
import { lazyPart, Link, useBehavior } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import Download from 'lucide-react/icons/download';
import Folders from 'lucide-react/icons/folders';
import Share from 'lucide-react/icons/share-2';
import UsersRound from 'lucide-react/icons/users-round';
import { type RefObject, Suspense, useEffect, useState } from 'react';
import { OwnChatContext } from '../context/own-chat.ts';
import { MessageList } from '../messages/message-list.tsx';
import type { ListProps } from '../messages/windowed-list.tsx';
import { ChatContext } from '../added/chat-context.ts';
import { useHost } from '../remote.ts';
import { fromService } from '../reply/reply.ts';
import { isWaiting, type Thread } from '../thread/thread.ts';
import type { ThreadModel } from '../thread/thread.model.ts';
import { VersionsContext } from '../versions/versions-context.ts';
import { type VersionsModel, versionsOf } from '../versions/versions.model.ts';
import { Announcer } from './announcer.tsx';
import type { SearchTargetModel } from './search-target.model.ts';
import styles from './shared-parts.module.css';
import { TemporaryNote } from './temporary.tsx';
export { TemporarySwitch } from './temporary.tsx';
import type { useChat } from './use-chat.ts';
import { useOwnChat } from './use-own-chat.ts';

/** Below the title of a chat that somebody shared, and of a copy of it (B2.15). */
const SharedBy = ({ name }: { readonly name: string }) => (
  <p className={styles.by}>
    <UsersRound aria-hidden />
    <span className={styles.name}>Shared by {name}</span>
  </p>
);

/** Below the title of a chat that uses the instructions and files of its collection. */
const Uses = ({ home: { _id, name, instructed = false, fileCount = 0 } }: { readonly home: Tag }) => {
  const files = fileCount === 1 ? 'file' : `${fileCount} files`;
  const what = [...(instructed ? ['instructions'] : []), ...(fileCount > 0 ? [files] : [])];
  return (
    what.length > 0 && (
      <p className={styles.by}>
        <Folders aria-hidden />
        <span className={styles.name}>
          Uses the {what.join(' and ')} of{' '}
          <Link to={`/?collection=${_id}`} className={styles.home}>
            <bdi>{name}</bdi>
          </Link>
        </span>
      </p>
    )
  );
};

/** Shown with the title of a chat: who shared it, and buttons to export and share the user's own chats (B6.06). */
export const ThreadHead = ({
  thread: { chatId, secure, fn, sharedBy, temporary, home },
}: {
  readonly thread: Thread;
}) => {
  const { dialogs: shown } = useHost();
  return (
    <>
      {sharedBy !== '' && <SharedBy name={sharedBy} />}
      {home && <Uses home={home} />}
      {chatId !== undefined && !temporary && (
        <span className={styles.tools}>
          <IconButton
            size="s"
            label="Export chat"
            title="Export chat"
            icon={<Download />}
            onClick={() => void shown.open(dialogs.chat.exportChats, { chatIds: [chatId] })}
          />
          {!secure && !fn && (
            <IconButton
              size="s"
              label="Share chat"
              title="Share chat"
              icon={<Share />}
              onClick={() => void shown.open(dialogs.chat.share, { chatId })}
            />
          )}
        </span>
      )}
    </>
  );
};

interface NoteProps {
  readonly thread: Thread;
  readonly model: Pick<ThreadModel, 'setTemporary'>;
}

/** Above the composer, while a shared chat is read and in a temporary one. */
export const ChatNote = ({ thread: { chatId, temporary }, model }: NoteProps) =>
  temporary ? (
    <TemporaryNote chatId={chatId} model={model} />
  ) : (
    <p className={styles.note}>
      <strong>Continue this chat</strong> Sending a message starts your own copy.
    </p>
  );

/** The greeting of an interview that builds an agent. It is not a message of the service. */
const guideWelcome = fromService({
  _id: 'welcome',
  prompt: '',
  content:
    '**Let’s build your agent together.** I’ll ask a few questions, then fill in the form for you to review and save.\n\nWhat should your agent do for you?',
  createdDate: '2026-01-01T00:00:00.000Z',
  pending: false,
  failed: false,
  thoughts: [],
  userFiles: [],
});

const Gauge = lazyPart(() => import(/* webpackChunkName: "context" */ '../context/gauge.tsx'));

interface ContextGaugeProps {
  readonly chat: { readonly thread: Pick<ThreadModel, 'thread$'>; readonly found: Pick<SearchTargetModel, 'choose'> };
  readonly thread: Thread;
}

/** Shows how full the context of the chat on the screen is. */
export const ContextGauge = ({ chat, thread }: ContextGaugeProps) => {
  const own = useOwnChat(thread, chat.thread, chat.found.choose);
  return (
    own?.settled && (
      <Suspense fallback={null}>
        <Gauge key={own.chatId} chat={own} waiting={isWaiting(thread)} />
      </Suspense>
    )
  );
};

interface EndProps {
  /** The composer's field. */
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly toEnd: () => void;
}

/** Scrolls to the end once a message was replaced, and moves the focus there from the editor that is gone. */
const EndAfterReplacement = ({ versions, input, toEnd }: EndProps & { readonly versions: VersionsModel }) => {
  const replaced = useBehavior(versions.replaced$);
  const [before] = useState(replaced);
  useEffect(() => {
    if (replaced === before) return;
    toEnd();
    const page = input.current?.ownerDocument;
    if (page && page.activeElement === page.body) input.current?.focus({ preventScroll: true });
  }, [replaced, before, input, toEnd]);
  return null;
};

interface LiveMessagesProps extends Pick<ListProps, 'scroll' | 'reveal' | 'onReveal' | 'onReport'>, EndProps {
  readonly chat: Pick<ReturnType<typeof useChat>, 'thread' | 'queue' | 'drafts'>;
  /** Whether the user may edit and repeat the messages. */
  readonly editable: boolean;
  /** An interview starts with the guide's greeting. */
  readonly guided: boolean;
  readonly onChoose: SearchTargetModel['choose'];
}

/**
 * The messages of the thread on the screen, rendered with every word of a reply, and their announcements to screen
 * readers.
 */
export const LiveMessages = ({ chat, editable, guided, onChoose, input, toEnd, ...props }: LiveMessagesProps) => {
  const remote = useHost();
  const { thread: model } = chat;
  const versions = editable ? versionsOf(remote, chat) : undefined;
  const thread = useBehavior(model.thread$);
  const { key, messages, earlier, earlierFailed, title, chatId, secure, shareId } = thread;
  const own = useOwnChat(thread, model, onChoose);
  return (
    <VersionsContext value={versions}>
      {/* Other remotes get no actions on secure messages, and none on what somebody else shared. */}
      <ChatContext value={secure || shareId !== undefined ? undefined : chatId}>
        <OwnChatContext value={own}>
          <MessageList
            key={key}
            messages={guided && earlier === 0 ? [guideWelcome, ...messages] : messages}
            earlier={earlier}
            earlierFailed={earlierFailed}
            onEarlier={model.loadEarlier}
            title={title}
            {...props}
          />
        </OwnChatContext>
        <Announcer message={messages.at(-1)} />
      </ChatContext>
      {versions && <EndAfterReplacement versions={versions} input={input} toEnd={toEnd} />}
    </VersionsContext>
  );
};
