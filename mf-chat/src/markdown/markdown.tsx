import { markdown } from '@atrium/shared-kernel/contracts/constants';
import { memo, use, useEffect, useState } from 'react';
import { Block } from './block.tsx';
import type { Definitions } from './definitions.ts';
import { Footnotes } from './footnotes.tsx';
import styles from './markdown.module.css';
import { parseCache, type Parsed } from './parse-cache.ts';
import { Pieces } from './pieces.tsx';
import { pauseIdleWork } from './render-queue.ts';
import { RenderWhole } from './render-whole.ts';
import { segmentsOf } from './segments.ts';
import { createSplitter } from './splitter.ts';
import { usePaced } from './use-paced.ts';

/**
 * How many of `total` blocks to show. A growing text shows all of them. A finished one of more than 100 shows 50 at
 * first, then 25 more every 16 ms (B4.54).
 */
const useProgressive = (total: number, growing: boolean): number => {
  const renderWhole = use(RenderWhole);
  const [showsAll] = useState(growing || renderWhole || total <= markdown.progressiveAbove);
  const [shown, setShown] = useState<number>(markdown.first);
  const done = showsAll || shown >= total;
  useEffect(() => {
    if (done) return undefined;
    const timer = setInterval(() => setShown((count) => count + markdown.step), markdown.every);
    return () => clearInterval(timer);
  }, [done]);
  return done ? total : shown;
};

interface OwnBlockProps {
  readonly text: string;
  /** The block is still growing. */
  readonly growing: boolean;
  /** The text arrives slowly enough to be read, so its words appear one by one. */
  readonly calm: boolean;
  readonly definitions: Definitions;
  /** The version of the definitions at this commit. */
  readonly version: number;
  readonly parsed: Parsed | undefined;
}

/** A block in an element of its own, which it keeps when it is complete. */
const OwnBlock = memo(
  ({ text, growing, calm, definitions, parsed }: OwnBlockProps) => (
    <div className={styles.block}>
      <Block text={definitions.complete(text)} {...{ growing, calm, parsed }} />
    </div>
  ),
  (a, b) => a.text === b.text && a.growing === b.growing && a.calm === b.calm && a.version === b.version,
);

interface GroupProps extends Omit<OwnBlockProps, 'text'> {
  readonly blocks: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly edition: number;
}

/** Consecutive blocks. The last of them may still be growing. */
const Group = memo(
  ({ blocks, from, to, growing, calm, definitions, version, parsed }: GroupProps) => (
    <div className={growing ? styles.latest : styles.group}>
      {blocks.slice(from, to).map((text, index) => {
        const open = growing && from + index === to - 1;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a block keeps its place
          <OwnBlock key={from + index} growing={open} calm={open && calm} {...{ text, definitions, version, parsed }} />
        );
      })}
    </div>
  ),
  // Closed blocks never change within an edition. But the definitions that they use may arrive later, and a text that
  // seemed to have ended may continue in its last block.
  (a, b) =>
    a.from === b.from &&
    a.to === b.to &&
    a.growing === b.growing &&
    a.calm === b.calm &&
    a.edition === b.edition &&
    a.version === b.version &&
    a.blocks[a.to - 1] === b.blocks[b.to - 1],
);

export interface MarkdownProps {
  readonly text: string;
  /** More of the text is still to come. */
  readonly streaming: boolean;
}

/** Milliseconds after a fast text during which the page stays free for its reader. */
const quietTime = 300;

/** Pauses idle work while a text arrives faster than it can be read, and shortly after it. */
const usePausedIdleWork = (hurried: boolean) => {
  useEffect(() => {
    if (!hurried) return undefined;
    const end = pauseIdleWork();
    return () => void setTimeout(end, quietTime);
  }, [hurried]);
};

/** Renders Markdown block by block. While it streams, only its last block is parsed again. */
export const Markdown = memo(({ text: fullText, streaming }: MarkdownProps) => {
  const { text, growing, hurried } = usePaced(fullText, streaming);
  usePausedIdleWork(growing && hurried);
  const [splitter] = useState(createSplitter);
  const { blocks, edition, collector } = splitter.read(text);
  const open = blocks.open.trim() !== '';
  const definitions = collector.read(blocks.closed, open && !growing ? blocks.open : undefined);
  const { version } = definitions;
  const notes = growing ? [] : definitions.footnotes();
  const parsed = growing ? undefined : parseCache.get(text);
  /** The open block continues the paragraph or list that the block before it was cut from. */
  const continues = growing && blocks.continues.at(-1) === true;
  const all = open || continues ? [...blocks.closed, blocks.open] : blocks.closed;
  const shown = useProgressive(all.length, growing);
  return (
    <div className={styles.markdown} data-markdown data-streaming={growing ? (hurried ? 'fast' : 'calm') : undefined}>
      {segmentsOf(blocks.continues, Math.min(shown, all.length)).map(({ from, to, pieces }) => {
        const latest = growing && to > blocks.closed.length;
        const props = { from, to, growing: latest, calm: latest && !hurried, edition, definitions, version, parsed };
        return pieces ? (
          <Pieces key={`${edition}-${from}-pieces`} texts={all.slice(from, to)} {...props} />
        ) : (
          <Group key={`${edition}-${from}`} blocks={all} {...props} />
        );
      })}
      {notes.length > 0 && shown >= all.length && <Footnotes notes={notes} />}
    </div>
  );
});
