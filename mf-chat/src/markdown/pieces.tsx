import { createElement, Fragment, memo, type ReactNode } from 'react';
import type { Definitions } from './definitions.ts';
import { BlockBoundary, RenderedBlock } from './lazy-block.tsx';
import styles from './markdown.module.css';
import type { Parsed } from './parse-cache.ts';

interface PiecesProps {
  /** What was cut from one paragraph or list, in order. */
  readonly texts: readonly string[];
  /** The last one still grows. */
  readonly growing: boolean;
  /** Its words appear one by one. */
  readonly calm: boolean;
  readonly edition: number;
  readonly definitions: Definitions;
  /** Of the definitions, as they stood at this commit. */
  readonly version: number;
  readonly parsed: Parsed | undefined;
}

const mark = /^ {0,3}(?:[-+*]|(\d{1,9})[.)])\s/;

/** Pieces that flow together: the lines of more would take too long to be laid out again with each word. */
const flowing = 8;

/** A paragraph of more pieces begins a new line after so many, which is more than a screen holds. */
const inStretches = (pieces: readonly ReactNode[]): ReactNode =>
  pieces.length <= flowing
    ? pieces
    : Array.from({ length: Math.ceil(pieces.length / flowing) }, (_, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a stretch keeps its place
        <span key={at} className={styles.stretch}>
          {pieces.slice(at * flowing, (at + 1) * flowing)}
        </span>
      ));

/** The pieces as the one element that they are for a reader; each of them is parsed once. */
export const Pieces = memo(
  ({ texts, growing, calm, definitions, parsed }: PiecesProps) => {
    const [listed, number] = mark.exec(texts[0] ?? '') ?? [];
    const within = listed === undefined ? 'paragraph' : 'list';
    const start = Number(number ?? 1);
    const pieces = texts.map((text, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- a piece keeps its place
      <Fragment key={at}>
        {within === 'paragraph' && at > 0 && /\s$/.test(texts[at - 1] ?? '') && ' '}
        <RenderedBlock
          text={definitions.complete(text)}
          within={within}
          growing={growing && calm && at === texts.length - 1}
          parsed={parsed}
        />
      </Fragment>
    ));
    return (
      <div className={styles.group}>
        <div className={styles.block}>
          <BlockBoundary text={texts.join('')}>
            {within === 'paragraph' ? (
              <p dir="auto">{inStretches(pieces)}</p>
            ) : (
              createElement(number === undefined ? 'ul' : 'ol', start === 1 ? {} : { start }, pieces)
            )}
          </BlockBoundary>
        </div>
      </div>
    );
  },
  (a, b) =>
    a.texts.length === b.texts.length &&
    a.texts.at(-1) === b.texts.at(-1) &&
    a.growing === b.growing &&
    a.calm === b.calm &&
    a.edition === b.edition &&
    a.version === b.version,
);
