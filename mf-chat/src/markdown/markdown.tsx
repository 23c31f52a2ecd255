import { memo, useState } from 'react';
import { Block } from './block.tsx';
import { goesOn } from './blocks.ts';
import styles from './markdown.module.css';
import { createSplitter } from './splitter.ts';
import { usePaced } from './use-paced.ts';
import { useProgressive } from './use-progressive.ts';

/** Blocks that are compared, and laid out, as one when the text grows: a commit costs the same for a long text. */
const groupSize = 24;

interface GroupProps {
  readonly blocks: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly edition: number;
}

/** A block after a piece of the same paragraph stands close to it. */
const placeOf = (blocks: readonly string[], at: number) =>
  at > 0 && goesOn(blocks[at - 1] ?? '') ? styles.goingOn : styles.block;

const Group = memo(
  ({ blocks, from, to }: GroupProps) => (
    <div className={styles.group}>
      {blocks.slice(from, to).map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a closed block keeps its place
        <div key={from + index} className={placeOf(blocks, from + index)}>
          <Block text={text} growing={false} />
        </div>
      ))}
    </div>
  ),
  // Closed blocks never change within an edition.
  (a, b) => a.from === b.from && a.to === b.to && a.edition === b.edition,
);

export interface MarkdownProps {
  readonly text: string;
  /** More of the text is still to come. */
  readonly streaming: boolean;
}

/** A text in markdown, block by block. While it streams only its last block is parsed again. */
export const Markdown = memo(({ text: whole, streaming }: MarkdownProps) => {
  const { text, growing } = usePaced(whole, streaming);
  const [splitter] = useState(createSplitter);
  const { blocks, edition } = splitter.read(text);
  const last = !growing && blocks.open.trim() !== '';
  const all = last ? [...blocks.closed, blocks.open] : blocks.closed;
  const shown = useProgressive(all.length, growing);
  const groups = Array.from({ length: Math.ceil(shown / groupSize) }, (_, index) => index * groupSize);
  return (
    <div className={styles.markdown} data-streaming={growing || undefined}>
      {groups.map((from) => (
        <Group
          key={`${edition}-${from}`}
          blocks={all}
          from={from}
          to={Math.min(from + groupSize, shown)}
          edition={edition}
        />
      ))}
      {growing && (
        <div key={`${edition}-${blocks.closed.length}`} className={placeOf(blocks.closed, blocks.closed.length)}>
          <Block text={blocks.open} growing />
        </div>
      )}
    </div>
  );
});
