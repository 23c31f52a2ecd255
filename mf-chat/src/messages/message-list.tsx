import { memo } from 'react';
import type { LiveMessage } from '../reply/reply.ts';
import { AssistantMessage } from './assistant-message.tsx';
import type { AnswerActions, MessageActionsProps } from './message-actions.tsx';
import styles from './messages.module.css';
import { UserMessage } from './user-message.tsx';

/** A prompt with its answer; one that does not change is not rendered again while another streams. */
const Exchange = memo(({ message, ...actions }: MessageActionsProps) => (
  <li className={styles.exchange}>
    {(message.prompt !== '' || message.userFiles.length > 0 || message.voiceNote !== undefined) && (
      <UserMessage message={message} />
    )}
    <AssistantMessage message={message} {...actions} />
  </li>
));

interface Props extends AnswerActions {
  readonly messages: readonly LiveMessage[];
}

export const MessageList = ({ messages, ...actions }: Props) => (
  <ol className={styles.list} aria-label="Conversation">
    {messages.map((message) => (
      <Exchange key={message.key} message={message} {...actions} />
    ))}
  </ol>
);
