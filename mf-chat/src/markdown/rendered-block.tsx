import type { Token } from '@atrium/shared-kernel/markdown/parser';
import { memo, type ReactNode } from 'react';
import { elementsOf } from './elements.tsx';
import { inTurn } from './render-queue.ts';
import type { Parsed } from './parse-cache.ts';
import { parser } from './parser.ts';
import { wordsOf } from './words.tsx';

export interface RenderedBlockProps {
  readonly text: string;
  /** The text still grows: its words appear one by one. */
  readonly growing: boolean;
  /** It is a piece of a paragraph or list, which stands around it: only what is in that is made. */
  readonly within?: 'paragraph' | 'list' | undefined;
  /** What of the finished text was parsed before. */
  readonly parsed?: Parsed | undefined;
}

const make = ({ text, growing, within }: RenderedBlockProps): ReactNode => {
  const read = parser.parse(text, { growing });
  const elements = (tokens: readonly Token[]) => elementsOf(tokens, { wrap: growing ? wordsOf(tokens) : undefined });
  if (within === undefined) return elements(read);
  const alone = read.filter(({ level }) => level === 0).length === 2;
  const type = read[0]?.type ?? '';
  if (within === 'list')
    return alone && type.endsWith('_list_open') ? elements(read.slice(1, -1)) : <li>{elements(read)}</li>;
  // What would begin another block, had it not been cut just there, is text.
  return elements(alone && type === 'paragraph_open' ? read.slice(1, -1) : parser.parseInline(text.trim(), {}));
};

/** One block of markdown. Raw HTML stays text. */
const RenderedBlock = memo(
  ({ parsed, ...block }: RenderedBlockProps) =>
    parsed && !block.growing ? parsed.of(`${block.within ?? ''}${block.text}`, () => make(block)) : make(block),
  // What stands is not rendered again for what is known of its text only now.
  (a, b) => a.text === b.text && a.growing === b.growing && a.within === b.within,
);

/** What most answers are made of. */
const usual = `## One

Two **three** \`four\` [five](https://six.test), *seven* https://eight.test.

1. nine

- ten

> eleven

| twelve |
| ------ |
| last   |
`;
// What reads a text takes several times as long the first time: that is over before the first answer comes.
inTurn(() => {
  void make({ text: usual, growing: true });
});

export default RenderedBlock;
