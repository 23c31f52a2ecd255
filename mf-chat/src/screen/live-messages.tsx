import * as dialogs from '#contracts/dialogs';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import Download from 'lucide-react/icons/download';
import Share from 'lucide-react/icons/share-2';
import UsersRound from 'lucide-react/icons/users-round';
import { type ListProps, MessageList } from '../messages/message-list.tsx';
import { ChatContext } from '../added/chat-context.ts';
import { useHost } from '../remote.ts';
import { ofService } from '../reply/reply.ts';
import type { Thread } from '../thread/thread.ts';
import type { ThreadModel } from '../thread/thread.model.ts';
import { Announcer } from './announcer.tsx';
import styles from './shared-parts.module.css';

/** Below the title of a chat that somebody shared, and of a copy of it (B2.15). */
const SharedBy = ({ name }: { readonly name: string }) => (
  <p className={styles.by}>
    <UsersRound aria-hidden />
    <span className={styles.name}>Shared by {name}</span>
  </p>
);

/** What stands with the title of a chat: who shared it, and the ways to export and share one's own (B6.06). */
export const ThreadHead = ({ thread: { chatId, secure, fn, sharedBy } }: { readonly thread: Thread }) => {
  const { dialogs: shown } = useHost();
  return (
    <>
      {sharedBy !== '' && <SharedBy name={sharedBy} />}
      {chatId !== undefined && (
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

/** Above the composer while a shared chat is read. */
export const ContinueNote = () => (
  <p className={styles.note}>
    <strong>Continue this chat</strong> Sending a message starts your own copy.
  </p>
);

/** What an interview that builds an agent begins with, before anything was sent: no message of the service. */
const guideWelcome = ofService({
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

interface LiveMessagesProps extends Pick<ListProps, 'scroll' | 'reveal' | 'onReveal' | 'onReport'> {
  readonly model: Pick<ThreadModel, 'thread$' | 'loadEarlier'>;
  /** An interview begins with words of the guide. */
  readonly guided: boolean;
}

/** The messages of the thread on the screen, with each word of a reply, and what of it is said to a screen reader. */
export const LiveMessages = ({ model, guided, ...props }: LiveMessagesProps) => {
  const { key, messages, earlier, earlierFailed, title, chatId, secure, shareId } = useBehavior(model.thread$);
  return (
    // What is said in secure mode, and what somebody else shared, is not for others to act on.
    <ChatContext value={secure || shareId !== undefined ? undefined : chatId}>
      <MessageList
        key={key}
        messages={guided && earlier === 0 ? [guideWelcome, ...messages] : messages}
        earlier={earlier}
        earlierFailed={earlierFailed}
        onEarlier={model.loadEarlier}
        title={title}
        {...props}
      />
      <Announcer message={messages.at(-1)} />
    </ChatContext>
  );
};
