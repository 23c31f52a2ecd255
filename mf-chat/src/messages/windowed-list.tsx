import { useRef } from 'react';
import { RenderWhole } from '../markdown/render-whole.ts';
import type { LiveMessage } from '../reply/reply.ts';
import type { ThreadScroll } from '../scroll/use-stick-to-end.ts';
import { useWindowedRows } from '../scroll/use-windowed-rows.ts';
import { EarlierNote, type EarlierProps } from './earlier-note.tsx';
import { Exchange, LightExchange } from './exchange.tsx';
import type { AnswerActions } from './message-actions.tsx';
import styles from './messages.module.css';
import { indexToReveal, type RevealProps, useReveal } from './use-reveal.ts';

export interface ListProps extends AnswerActions, RevealProps, EarlierProps {
  readonly messages: readonly LiveMessage[];
  readonly scroll: ThreadScroll;
}

/** `--space-8`, the gap between rows. */
const gap = 32;
const charactersPerLine = 78;
/** Pixels of a line, and around the prompt and the answer. */
const pixels = { line: 26, around: 150 } as const;
/** A longer prompt is collapsed. */
const promptLines = 12;

/** Estimates the height of an exchange in pixels by its text. Whole pixels, because the thread scrolls by them. */
const heightOf = ({ prompt, content, userFiles }: LiveMessage): number =>
  Math.round(
    pixels.around +
      pixels.line * Math.min(promptLines, 1 + prompt.length / charactersPerLine) +
      (pixels.line * content.length) / charactersPerLine +
      (userFiles.length > 0 ? 80 : 0),
  );

/** Caches the estimates, because each word of a reply asks for those of all messages. */
const estimates = new WeakMap<LiveMessage, number>();
const estimateOf = (message: LiveMessage): number => {
  const estimate = estimates.get(message) ?? heightOf(message);
  estimates.set(message, estimate);
  return estimate;
};

/** A long conversation, of which the document contains only what is in view. */
export const WindowedList = (props: ListProps) => {
  const { messages, scroll, earlier, reveal, onReveal, title, onReport } = props;
  const list = useRef<HTMLOListElement>(null);
  const revealed = indexToReveal(messages, { reveal });
  const { rows, after, measure, printing, show } = useWindowedRows({
    list,
    scroll,
    gap,
    keys: messages.map(({ key }) => key),
    estimate: (index) => estimateOf(messages[index]!),
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
