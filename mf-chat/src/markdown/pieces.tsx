import { Fragment, memo, type ReactNode } from 'react';
import type { Definitions } from './definitions.ts';
import { BlockBoundary, RenderedBlock } from './lazy-block.tsx';
import styles from './markdown.module.css';
import { lastNumberIn, numbering } from './numbering.ts';
import type { Parsed } from './parse-cache.ts';

interface PiecesProps {
  /** The pieces of one paragraph or list, in order. */
  readonly texts: readonly string[];
  /** The last piece is still growing. */
  readonly growing: boolean;
  /** The text arrives slowly enough to be read, so its words appear one by one. */
  readonly calm: boolean;
  readonly edition: number;
  readonly definitions: Definitions;
  /** The version of the definitions at this commit. */
  readonly version: number;
  readonly parsed: Parsed | undefined;
}

const mark = /^ {0,3}(?:[-+*]|(\d{1,9})[.)])\s/;

/** At most this many pieces flow together. Laying out more lines with each word would take too long. */
const maxFlowing = 8;

/** A paragraph of more pieces starts a new line after that many, which is more than fits on a screen. */
const inStretches = (pieces: readonly ReactNode[]): ReactNode =>
  pieces.length <= maxFlowing
    ? pieces
    : Array.from({ length: Math.ceil(pieces.length / maxFlowing) }, (_, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a stretch keeps its place
        <span key={at} className={styles.stretch}>
          {pieces.slice(at * maxFlowing, (at + 1) * maxFlowing)}
        </span>
      ));

/** Renders the pieces as one paragraph or list for the reader, but parses each of them only once. */
export const Pieces = memo(
  ({ texts, growing, calm, definitions, parsed }: PiecesProps) => {
    const [listed, number] = mark.exec(texts[0] ?? '') ?? [];
    const within = listed === undefined ? 'paragraph' : 'list';
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
            ) : number === undefined ? (
              <ul dir="auto">{pieces}</ul>
            ) : (
              <ol dir="auto" {...numbering(Number(number), lastNumberIn(texts.at(-1) ?? ''))}>
                {pieces}
              </ol>
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
