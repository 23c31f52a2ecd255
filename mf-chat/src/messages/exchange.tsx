import { memo, type RefCallback } from 'react';
import { AssistantMessage } from './assistant-message.tsx';
import type { MessageActionsProps } from './message-actions.tsx';
import styles from './messages.module.css';
import { UserMessage } from './user-message.tsx';

export interface ExchangeProps extends MessageActionsProps {
  /** Its position among all messages, from 1, if not all are in the document. */
  readonly position?: number;
  readonly count?: number;
  /** Pixels to the row above, if the list sets no gap of its own. */
  readonly before?: number;
  readonly measure?: RefCallback<HTMLElement>;
}

/** A prompt with its answer. It is not rendered again while another answer streams. */
export const Exchange = memo(({ message, position, count, before, measure, ...actions }: ExchangeProps) => (
  <li
    ref={measure}
    className={styles.exchange}
    data-row={message.key}
    aria-posinset={position}
    aria-setsize={count}
    style={before === undefined ? undefined : { marginBlockStart: before }}
  >
    {(message.prompt !== '' || message.userFiles.length > 0 || message.voiceNote !== undefined) && (
      <UserMessage message={message} />
    )}
    <AssistantMessage message={message} {...actions} />
  </li>
));

interface LightExchangeProps extends Pick<ExchangeProps, 'message' | 'position' | 'count' | 'before'> {
  /** Pixels, measured or estimated. */
  readonly height: number;
}

/** The text of an exchange that is out of view, so that it can be found, selected and copied. */
export const LightExchange = memo(({ message, position, count, before, height }: LightExchangeProps) => (
  <li
    className={styles.light}
    data-row={message.key}
    aria-posinset={position}
    aria-setsize={count}
    style={{ marginBlockStart: before, containIntrinsicBlockSize: `${height}px` }}
  >
    <p dir="auto">{message.prompt}</p>
    <p dir="auto">{message.content}</p>
  </li>
));
