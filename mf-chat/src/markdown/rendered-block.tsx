import type { MarkdownIt } from 'markdown-it';
import { memo, type ReactNode } from 'react';
import { elementsOf, type Making } from './elements.tsx';
import { inTurn } from './in-turn.ts';
import type { Parsed } from './parse-cache.ts';
import { createParser } from './parser.ts';
import { wordsOf } from './words.tsx';

export interface RenderedBlockProps {
  readonly text: string;
  /** The text still grows: its words appear one by one. */
  readonly growing: boolean;
  /** What of the finished text was parsed before. */
  readonly parsed?: Parsed | undefined;
}

/** Makes a block of markdown with what this parser reads. Raw HTML stays text. */
export const blockOf = (parser: MarkdownIt, formula?: Making['formula']) => {
  const make = (text: string, growing: boolean): ReactNode => {
    const tokens = parser.parse(text, {});
    return elementsOf(tokens, { wrap: growing ? wordsOf(tokens) : undefined, formula });
  };
  return memo(({ text, growing, parsed }: RenderedBlockProps) =>
    parsed && !growing ? parsed.of(text, () => make(text, false)) : make(text, growing),
  );
};

const parser = createParser();

/** One block of markdown. */
const RenderedBlock = blockOf(parser);

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
  const tokens = parser.parse(usual, {});
  void elementsOf(tokens, { wrap: wordsOf(tokens), formula: undefined });
});

export default RenderedBlock;
