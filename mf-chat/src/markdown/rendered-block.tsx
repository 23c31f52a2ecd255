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
  /** What of the finished text was parsed before. */
  readonly parsed?: Parsed | undefined;
}

const make = (text: string, growing: boolean): ReactNode => {
  const tokens = parser.parse(text, { growing });
  return elementsOf(tokens, { wrap: growing ? wordsOf(tokens) : undefined });
};

/** One block of markdown. Raw HTML stays text. */
const RenderedBlock = memo(({ text, growing, parsed }: RenderedBlockProps) =>
  parsed && !growing ? parsed.of(text, () => make(text, false)) : make(text, growing),
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
  void make(usual, true);
});

export default RenderedBlock;
