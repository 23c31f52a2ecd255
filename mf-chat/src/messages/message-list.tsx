import { useCallback, useMemo, useRef, useState } from 'react';
import { scrollIntoViewIn, ScrollIntoViewContext } from '../scroll/scroll-into-view.ts';
import { Exchange } from './exchange.tsx';
import styles from './messages.module.css';
import { indexToReveal, useReveal } from './use-reveal.ts';
import { type ListProps, WindowedList } from './windowed-list.tsx';

/** A conversation that starts with more messages is windowed. */
const windowedAbove = 40;

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

/** The messages of one conversation. Another conversation mounts another list. */
export const MessageList = (props: ListProps) => {
  // The list keeps the form that it started with, because a change would rebuild it while it is being read.
  const [windowed] = useState(props.messages.length > windowedAbove || props.earlier > 0);
  const { scroll } = props;
  const scrollIntoView = useMemo(() => scrollIntoViewIn(scroll), [scroll]);
  return (
    <ScrollIntoViewContext value={scrollIntoView}>
      {windowed ? <WindowedList {...props} /> : <WholeList {...props} />}
    </ScrollIntoViewContext>
  );
};
