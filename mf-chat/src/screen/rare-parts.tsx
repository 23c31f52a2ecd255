import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import * as events from '#contracts/events';
import Bot from 'lucide-react/icons/bot';
import { useEffect } from 'react';
import { useHost } from '../remote.ts';
import styles from './shared-parts.module.css';
import { Link } from '@atrium/shared-kernel/remote';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import Unlink from 'lucide-react/icons/unlink';
import { messagesFailed } from './view.ts';

// One chunk for parts that few chats show.
export { AgentReady } from './agent-ready.tsx';

interface UnavailableProps {
  readonly title: string;
  readonly text: string | undefined;
  /** Where the way to the main screen leads, in its words. */
  readonly onward: string;
}

const Unavailable = ({ title, text, onward }: UnavailableProps) => (
  <div role="alert">
    <EmptyState
      icon={<Unlink />}
      title={title}
      text={text}
      action={
        <Link to="/" className={buttonLook()}>
          {onward}
        </Link>
      }
    />
  </div>
);

/** Replaces a shared chat whose link no longer works. */
export const SharedChatUnavailable = () => (
  <Unavailable
    title="This chat is no longer shared"
    text="The link was revoked, or the chat was deleted. Ask the person who sent you the link to share it again."
    onward="Go to the main screen"
  />
);

interface UnknownChatProps extends Pick<UnavailableProps, 'text'> {
  readonly chatId: string | undefined;
  readonly onRestored: () => void;
}

/** Replaces a chat that was deleted, or never existed, until an undo brings it back. */
export const UnknownChat = ({ chatId, text, onRestored }: UnknownChatProps) => {
  const { bus } = useHost();
  useEffect(() => {
    const restored = bus.on(events.workspace.chatsChanged).subscribe(({ chats = [] }) => {
      if (chats.some(({ _id }) => _id === chatId)) onRestored();
    });
    return () => restored.unsubscribe();
  }, [bus, chatId, onRestored]);
  return <Unavailable title={messagesFailed} text={text} onward="New Chat" />;
};

interface Props {
  /** The agent's id. */
  readonly flow: string;
  /** Fetched if it is not known. */
  readonly title: string | undefined;
}

/** Names the agent that answers in the chat on the screen (B2.15). Renders nothing if the agent was deleted. */
export const AgentBanner = ({ flow, title }: Props) => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: ['agent', flow],
    enabled: title === undefined,
    queryFn: ({ signal }) => client.call(calls.agents.getAgent, { flowId: flow, look: 'true' }, { signal }),
  });
  const name = title ?? data?.title;
  return name === undefined ? null : (
    <p className={styles.by}>
      <Bot aria-hidden />
      <span className={styles.name}>Agent: {name}</span>
    </p>
  );
};
