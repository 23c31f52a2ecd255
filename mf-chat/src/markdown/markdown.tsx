import { memo, useState } from 'react';
import { BlockBoundary, RenderedBlock } from './lazy-block.tsx';
import styles from './markdown.module.css';
import { OpenBlock } from './open-block.tsx';
import { createSplitter } from './splitter.ts';
import { useProgressive } from './use-progressive.ts';

/** Blocks that are compared as one when the text grows: a commit costs the same for a long text. */
const groupSize = 24;

interface GroupProps {
  readonly blocks: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly edition: number;
}

const Group = memo(
  ({ blocks, from, to }: GroupProps) =>
    blocks.slice(from, to).map((text, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- a closed block keeps its place
      <BlockBoundary key={from + index} text={text}>
        <RenderedBlock text={text} growing={false} />
      </BlockBoundary>
    )),
  // Closed blocks never change within an edition.
  (a, b) => a.from === b.from && a.to === b.to && a.edition === b.edition,
);

export interface MarkdownProps {
  readonly text: string;
  /** More of the text is still to come. */
  readonly streaming: boolean;
}

/** A text in markdown, block by block. While it streams only its last block is parsed again. */
export const Markdown = memo(({ text, streaming }: MarkdownProps) => {
  const [splitter] = useState(createSplitter);
  const { blocks, edition } = splitter.read(text);
  const last = !streaming && blocks.open.trim() !== '';
  const all = last ? [...blocks.closed, blocks.open] : blocks.closed;
  const shown = useProgressive(all.length, streaming);
  const groups = Array.from({ length: Math.ceil(shown / groupSize) }, (_, index) => index * groupSize);
  return (
    <div className={styles.markdown} data-streaming={streaming || undefined}>
      {groups.map((from) => (
        <Group
          key={`${edition}-${from}`}
          blocks={all}
          from={from}
          to={Math.min(from + groupSize, shown)}
          edition={edition}
        />
      ))}
      {streaming && (
        <OpenBlock
          key={`${edition}-${blocks.closed.length}`}
          text={blocks.open}
          fenced={blocks.fence !== undefined && blocks.fence !== '$$'}
        />
      )}
    </div>
  );
});
