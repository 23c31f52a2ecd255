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

interface OwnBlockProps {
  readonly text: string;
  /** It still grows. */
  readonly growing: boolean;
  /** Its words appear one by one. */
  readonly calm: boolean;
  readonly definitions: Definitions;
  /** Of the definitions, as they stood at this commit. */
  readonly version: number;
  readonly parsed: Parsed | undefined;
}

/** A block in an element of its own, which it keeps once it is complete. */
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

/** Blocks that stand together; the last of them may still grow. */
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
  // Closed blocks never change within an edition; what they refer to may come later, and a text that seemed to have ended
  // may go on in its last block.
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
  const open = blocks.open.trim() !== '';
  const definitions = collector.read(blocks.closed, open && !growing ? blocks.open : undefined);
  const { version } = definitions;
  const notes = growing ? [] : definitions.footnotes();
  const parsed = growing ? undefined : parseCache.get(text);
  /** The open block belongs to the paragraph or list that the one before it was cut from. */
  const goesOn = growing && blocks.goesOn.at(-1) === true;
  const all = open || goesOn ? [...blocks.closed, blocks.open] : blocks.closed;
  const shown = useProgressive(all.length, growing);
  return (
    <div className={styles.markdown} data-markdown data-streaming={growing ? (hurried ? 'fast' : 'calm') : undefined}>
      {segmentsOf(blocks.goesOn, Math.min(shown, all.length)).map(({ from, to, pieces }) => {
        const latest = growing && to > blocks.closed.length;
        const given = { from, to, growing: latest, calm: latest && !hurried, edition, definitions, version, parsed };
        return pieces ? (
          <Pieces key={`${edition}-${from}-pieces`} texts={all.slice(from, to)} {...given} />
        ) : (
          <Group key={`${edition}-${from}`} blocks={all} {...given} />
        );
      })}
      {notes.length > 0 && shown >= all.length && <Footnotes notes={notes} />}
    </div>
  );
});
