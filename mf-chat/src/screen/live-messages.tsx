import { useBehavior } from '@atrium/shared-kernel/remote';
import { type ListProps, MessageList } from '../messages/message-list.tsx';
import type { ThreadModel } from '../thread/thread.model.ts';
import { Announcer } from './announcer.tsx';
import { guideWelcome } from './guide.ts';

// Shown with messages only: they come in the same file.
export { QueuedMessages } from '../queue/queued-messages.tsx';
export { ContinueNote, SharedBy } from './shared-parts.tsx';

interface LiveMessagesProps extends Pick<ListProps, 'scroll' | 'reveal' | 'onReveal' | 'onReport'> {
  readonly model: Pick<ThreadModel, 'thread$' | 'loadEarlier'>;
  /** An interview begins with words of the guide. */
  readonly guided: boolean;
}

/** The messages of the thread on the screen, with each word of a reply, and what of it is said to a screen reader. */
export const LiveMessages = ({ model, guided, ...props }: LiveMessagesProps) => {
  const { key, messages, earlier, earlierFailed, title } = useBehavior(model.thread$);
  return (
    <>
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
    </>
  );
};
