import type { Token } from '@atrium/shared-kernel/markdown/parser';
import { memo, type ReactNode } from 'react';
import { elementsOf } from './elements.tsx';
import { runWhenIdle } from './render-queue.ts';
import type { Parsed } from './parse-cache.ts';
import { parser } from './parser.ts';
import { wordsOf } from './words.tsx';

export interface RenderedBlockProps {
  readonly text: string;
  /** The text is still growing, so its words appear one by one. */
  readonly growing: boolean;
  /** The block is a piece of a paragraph or list. Only the content of that element is rendered. */
  readonly within?: 'paragraph' | 'list' | undefined;
  /** Cached parse results of the finished text. */
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
  // A piece that looks like another kind of block, just because of where it was cut, is text.
  return elements(alone && type === 'paragraph_open' ? read.slice(1, -1) : parser.parseInline(text.trim(), {}));
};

/** One block of Markdown. Raw HTML stays text. */
const RenderedBlock = memo(
  ({ parsed, ...block }: RenderedBlockProps) =>
    parsed && !block.growing ? parsed.of(`${block.within ?? ''}${block.text}`, () => make(block)) : make(block),
  // A rendered block is not rendered again just because parse results are cached by now.
  (a, b) => a.text === b.text && a.growing === b.growing && a.within === b.within,
);

/** The kinds of blocks that most answers are made of. */
const typicalAnswer = `## One

Two **three** \`four\` [five](https://six.test), *seven* https://eight.test.

1. nine

- ten

> eleven

| twelve |
| ------ |
| last   |
`;
// Parsing takes several times as long the first time. This gets it over with before the first answer arrives.
runWhenIdle(() => {
  void make({ text: typicalAnswer, growing: true });
});

export default RenderedBlock;
