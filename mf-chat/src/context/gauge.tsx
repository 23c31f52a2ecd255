import { Tooltip } from '@atrium/shared-kernel/ui/tooltip';
import { useEffect, useRef } from 'react';
import { useChatContext, useFollowContext } from './context.api.ts';
import { fullnessOf } from './fullness.ts';
import styles from './gauge.module.css';
import { useOpenContext } from './open-context.ts';
import type { OwnChat } from './own-chat.ts';

/** The length of the ring's path, so that one percent is one unit. */
const ringLength = 100;

interface Props {
  readonly chat: OwnChat;
  /** A reply is being written. Once it has ended, the context is different. */
  readonly waiting: boolean;
}

/** Shows how full the chat's context is, and opens the context of the last reply. Renders nothing until it is known. */
const Gauge = ({ chat, waiting }: Props) => {
  const { data, refetch } = useChatContext(chat.chatId);
  useFollowContext(chat.chatId);
  const open = useOpenContext(chat);
  const wasWaiting = useRef(waiting);
  useEffect(() => {
    if (wasWaiting.current && !waiting) void refetch();
    wasWaiting.current = waiting;
  }, [waiting, refetch]);
  if (!data) return null;
  const { percent, nearlyFull } = fullnessOf(data.next);
  const label = `Context: ${percent}% full${nearlyFull ? ', nearly full' : ''}`;
  return (
    <Tooltip label={label}>
      <button
        type="button"
        className={styles.gauge}
        data-nearly={nearlyFull || undefined}
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        <svg viewBox="0 0 20 20" className={styles.ring} aria-hidden>
          <circle className={styles.track} cx="10" cy="10" r="8" />
          <circle
            className={styles.filled}
            cx="10"
            cy="10"
            r="8"
            pathLength={ringLength}
            strokeDasharray={`${percent} ${ringLength}`}
          />
          {nearlyFull && <path className={styles.mark} d="M10 6v5M10 13.5v.5" />}
        </svg>
        <span className={styles.number}>{nearlyFull ? 'Nearly full' : `${percent}%`}</span>
      </button>
    </Tooltip>
  );
};

export default Gauge;
