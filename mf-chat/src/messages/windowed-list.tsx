import { useRef } from 'react';
import { RenderWhole } from '../markdown/render-whole.ts';
import type { LiveMessage } from '../reply/reply.ts';
import { useWindowedRows } from '../scroll/use-windowed-rows.ts';
import { EarlierNote } from './earlier-note.tsx';
import { Exchange, LightExchange } from './exchange.tsx';
import type { ListProps } from './message-list.tsx';
import styles from './messages.module.css';
import { indexToReveal, useReveal } from './use-reveal.ts';

/** `--space-8`, in which rows stand apart. */
const gap = 32;
const charactersPerLine = 78;
/** Pixels of a line, and of what is around prompt and answer. */
const guess = { line: 26, around: 150 } as const;
/** A longer prompt is folded. */
const promptLines = 12;

/** A guess at the pixels of an exchange, from what it says: whole ones, by which a thread can be scrolled. */
const heightOf = ({ prompt, content, userFiles }: LiveMessage): number =>
  Math.round(
    guess.around +
      guess.line * Math.min(promptLines, 1 + prompt.length / charactersPerLine) +
      (guess.line * content.length) / charactersPerLine +
      (userFiles.length > 0 ? 80 : 0),
  );

/** The same message is guessed at once only: all are asked about with each word of a reply. */
const guessed = new WeakMap<LiveMessage, number>();
const guessOf = (message: LiveMessage): number => {
  const known = guessed.get(message) ?? heightOf(message);
  guessed.set(message, known);
  return known;
};

/** A long conversation, of which the document holds what is in sight. */
export const WindowedList = (props: ListProps) => {
  const { messages, scroll, earlier, reveal, onReveal, title, onReport } = props;
  const list = useRef<HTMLOListElement>(null);
  const revealed = indexToReveal(messages, { reveal });
  const { rows, after, measure, printing, show } = useWindowedRows({
    list,
    scroll,
    gap,
    keys: messages.map(({ key }) => key),
    estimate: (index) => guessOf(messages[index]!),
    first: revealed === -1 ? undefined : revealed,
  });
  const arrive = (position: number, count: number) => onReveal?.(earlier + position, earlier + count);
  useReveal(revealed, messages.length, { reveal, onReveal: arrive }, show);
  return (
    <RenderWhole value={printing}>
      <EarlierNote {...props} printing={printing} />
      <ol ref={list} className={styles.windowed} aria-label="Conversation" style={{ paddingBlockEnd: after }}>
        {rows.map(({ index, before, light }) => {
          const message = messages[index]!;
          const row = { message, before, position: earlier + index + 1, count: earlier + messages.length };
          return light === undefined ? (
            <Exchange
              key={message.key}
              last={index === messages.length - 1}
              measure={measure}
              title={title}
              onReport={onReport}
              {...row}
            />
          ) : (
            <LightExchange key={message.key} height={light} {...row} />
          );
        })}
      </ol>
    </RenderWhole>
  );
};
