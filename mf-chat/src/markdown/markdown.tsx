import { markdown } from '@atrium/shared-kernel/contracts/constants';
import { memo, use, useEffect, useState } from 'react';
import { Block } from './block.tsx';
import type { Definitions } from './definitions.ts';
import { Footnotes } from './footnotes.tsx';
import styles from './markdown.module.css';
import { parseCache, type Parsed } from './parse-cache.ts';
import { Pieces } from './pieces.tsx';
import { holdTurns } from './render-queue.ts';
import { RenderWhole } from './render-whole.ts';
import { segmentsOf } from './segments.ts';
import { createSplitter } from './splitter.ts';
import { usePaced } from './use-paced.ts';

/**
 * How many of `total` blocks to show: all of a text that grows, and of a finished one of more than 100 first 50, then
 * 25 more every 16 ms (B4.54).
 */
const useProgressive = (total: number, growing: boolean): number => {
  const atOnce = use(RenderWhole);
  const [whole] = useState(growing || atOnce || total <= markdown.progressiveAbove);
  const [shown, setShown] = useState<number>(markdown.first);
  const done = whole || shown >= total;
  useEffect(() => {
    if (done) return undefined;
    const timer = setInterval(() => setShown((count) => count + markdown.step), markdown.every);
    return () => clearInterval(timer);
  }, [done]);
  return done ? total : shown;
};

interface GroupProps {
  readonly blocks: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly edition: number;
  readonly definitions: Definitions;
  /** Of the definitions, as they stood at this commit. */
  readonly version: number;
  readonly parsed: Parsed | undefined;
}

const Group = memo(
  ({ blocks, from, to, definitions, parsed }: GroupProps) => (
    <div className={styles.group}>
      {blocks.slice(from, to).map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a closed block keeps its place
        <div key={from + index} className={styles.block}>
          <Block text={definitions.complete(text)} growing={false} parsed={parsed} />
        </div>
      ))}
    </div>
  ),
  // Closed blocks never change within an edition; what they refer to may come later, and a text that seemed to have ended
  // may go on in its last block.
  (a, b) =>
    a.from === b.from &&
    a.to === b.to &&
    a.edition === b.edition &&
    a.version === b.version &&
    a.blocks[a.to - 1] === b.blocks[b.to - 1],
);

export interface MarkdownProps {
  readonly text: string;
  /** More of the text is still to come. */
  readonly streaming: boolean;
}

/** Milliseconds after a hurried text that are its reader's. */
const rest = 300;

/** While a text is hurried onto the page, and shortly after it, nothing else of it is done. */
const useAlone = (hurried: boolean) => {
  useEffect(() => {
    if (!hurried) return undefined;
    const end = holdTurns();
    return () => void setTimeout(end, rest);
  }, [hurried]);
};

/** A text in markdown, block by block. While it streams only its last block is parsed again. */
export const Markdown = memo(({ text: whole, streaming }: MarkdownProps) => {
  const { text, growing, hurried } = usePaced(whole, streaming);
  useAlone(growing && hurried);
  const [splitter] = useState(createSplitter);
  const { blocks, edition, collector } = splitter.read(text);
  const last = !growing && blocks.open.trim() !== '';
  const definitions = collector.read(blocks.closed, last ? blocks.open : undefined);
  const { version } = definitions;
  const notes = growing ? [] : definitions.footnotes();
  const parsed = growing ? undefined : parseCache.get(text);
  /** The open block belongs to the paragraph or list that the one before it was cut from. */
  const goesOn = growing && blocks.goesOn.at(-1) === true;
  const all = last || goesOn ? [...blocks.closed, blocks.open] : blocks.closed;
  const shown = useProgressive(all.length, growing);
  return (
    <div className={styles.markdown} data-markdown data-streaming={growing ? (hurried ? 'fast' : 'calm') : undefined}>
      {segmentsOf(blocks.goesOn, Math.min(shown, all.length)).map(({ from, to, pieces }) =>
        pieces ? (
          <Pieces
            key={`${edition}-${from}-pieces`}
            texts={all.slice(from, to)}
            growing={goesOn && to === all.length}
            {...{ calm: !hurried, edition, definitions, version, parsed }}
          />
        ) : (
          <Group key={`${edition}-${from}`} blocks={all} {...{ from, to, edition, definitions, version, parsed }} />
        ),
      )}
      {growing && !goesOn && (
        <div key={`${edition}-${blocks.closed.length}`} className={styles.block}>
          <Block text={definitions.complete(blocks.open)} growing calm={!hurried} />
        </div>
      )}
      {notes.length > 0 && shown >= all.length && <Footnotes notes={notes} />}
    </div>
  );
});
