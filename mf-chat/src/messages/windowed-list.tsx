import { useRef } from 'react';
import type { LiveMessage } from '../reply/reply.ts';
import { useWindowedRows } from '../scroll/use-windowed-rows.ts';
import { Exchange, LightExchange } from './exchange.tsx';
import type { ListProps } from './message-list.tsx';
import styles from './messages.module.css';
import { placeOfReveal, useReveal } from './use-reveal.ts';

/** `--space-8`, in which rows stand apart. */
const gap = 32;
const charactersPerLine = 78;
/** Pixels of a line, and of what is around prompt and answer. */
const guess = { line: 26, around: 150 } as const;
/** A longer prompt is folded. */
const promptLines = 12;

/** A guess at the pixels of an exchange, from what it says. */
const heightOf = ({ prompt, content, userFiles }: LiveMessage): number =>
  guess.around +
  guess.line * Math.min(promptLines, 1 + prompt.length / charactersPerLine) +
  (guess.line * content.length) / charactersPerLine +
  (userFiles.length > 0 ? 80 : 0);

/** A long conversation, of which the document holds what is in sight. */
export const WindowedList = ({ messages, scroll, reveal, onReveal, ...actions }: ListProps) => {
  const list = useRef<HTMLOListElement>(null);
  const revealed = placeOfReveal(messages, { reveal });
  const { rows, after, measure, show } = useWindowedRows({
    list,
    scroll,
    gap,
    keys: messages.map(({ key }) => key),
    estimate: (index) => heightOf(messages[index]!),
    first: revealed === -1 ? undefined : revealed,
  });
  useReveal(revealed, messages.length, { reveal, onReveal }, show);
  return (
    <ol ref={list} className={styles.windowed} aria-label="Conversation" style={{ paddingBlockEnd: after }}>
      {rows.map(({ index, before, light }) => {
        const message = messages[index]!;
        const place = { place: index + 1, count: messages.length };
        return light === undefined ? (
          <Exchange key={message.key} message={message} measure={measure} before={before} {...place} {...actions} />
        ) : (
          <LightExchange key={message.key} message={message} before={before} height={light} {...place} />
        );
      })}
    </ol>
  );
};
