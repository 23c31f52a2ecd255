import { useCallback, useMemo, useRef, useState } from 'react';
import type { LiveMessage } from '../reply/reply.ts';
import { toSightIn, ToSightContext } from '../scroll/to-sight.ts';
import type { ThreadScroll } from '../scroll/use-stick-to-end.ts';
import type { EarlierProps } from './earlier-note.tsx';
import { Exchange } from './exchange.tsx';
import type { AnswerActions } from './message-actions.tsx';
import styles from './messages.module.css';
import { indexToReveal, type RevealProps, useReveal } from './use-reveal.ts';
import { WindowedList } from './windowed-list.tsx';

/** A conversation that begins with more is windowed. */
const windowedAbove = 40;

export interface ListProps extends AnswerActions, RevealProps, EarlierProps {
  readonly messages: readonly LiveMessage[];
  readonly scroll: ThreadScroll;
}

const WholeList = ({ messages, scroll, reveal, onReveal, title, onReport }: ListProps) => {
  const list = useRef<HTMLOListElement>(null);
  const show = useCallback(
    (index: number) => {
      const row = list.current?.children[index];
      if (!(row instanceof HTMLElement)) return undefined;
      scroll.toRow(row);
      return row;
    },
    [scroll],
  );
  useReveal(indexToReveal(messages, { reveal }), messages.length, { reveal, onReveal }, show);
  return (
    <ol ref={list} className={styles.list} aria-label="Conversation">
      {messages.map((message, index) => (
        <Exchange
          key={message.key}
          message={message}
          last={index === messages.length - 1}
          title={title}
          onReport={onReport}
        />
      ))}
    </ol>
  );
};

/** The messages of one conversation; another one is another list. */
export const MessageList = (props: ListProps) => {
  // It stays what it began as: a change would build it anew under the reader's eyes.
  const [windowed] = useState(props.messages.length > windowedAbove || props.earlier > 0);
  const { scroll } = props;
  const toSight = useMemo(() => toSightIn(scroll), [scroll]);
  return (
    <ToSightContext value={toSight}>{windowed ? <WindowedList {...props} /> : <WholeList {...props} />}</ToSightContext>
  );
};
