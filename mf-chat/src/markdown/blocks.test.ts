import { describe, expect, test } from 'vitest';
import { blocksOf, extendBlocks, noBlocks } from './blocks.ts';

const pieces = [
  'para\n',
  '\n',
  '\n\n',
  '- item\n',
  '  more\n',
  '1. one\n',
  '```ts\n',
  '```\n',
  '~~~\n',
  '$$\n',
  '# h\n',
  '| a |\n',
  '> q\n',
  'text',
  '    code\n',
  '````\n',
  '  ```js\n',
  '$$ x $$\n',
  '* ',
  ' ',
];
const longPieces = [...pieces, 'A sentence of some words. '.repeat(60), '- an item of some words\n'.repeat(80)];

/** The same numbers in each run. */
const numbers = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (seed >> 8) % below;
};

const texts = (count: number, of: readonly string[] = pieces) => {
  const next = numbers(7);
  return Array.from({ length: count }, () => Array.from({ length: 1 + next(14) }, () => of[next(of.length)]).join(''));
};

describe('blocks of a growing text', () => {
  test('join to the text, whatever it holds', () => {
    for (const text of [...texts(5000), ...texts(150, longPieces)]) expect(blocksOf(text).join('')).toBe(text);
  });

  test('are the same piece by piece as in one go', () => {
    const next = numbers(11);
    const check = (text: string, most: number) => {
      let state = noBlocks;
      for (let at = 0; at < text.length;) {
        const end = at + 1 + next(most);
        state = extendBlocks(state, text.slice(at, end));
        at = end;
      }
      expect(state.open === '' ? state.closed : [...state.closed, state.open]).toEqual(blocksOf(text));
    };
    for (const text of texts(5000)) check(text, 5);
    for (const text of texts(150, longPieces)) check(text, 197);
  });

  test('keep a fence whole over blank lines, and begin anew after it', () => {
    expect(blocksOf('Hello\n```ts\na\n\nb\n```\nafter\n\nnext')).toEqual([
      'Hello\n',
      '```ts\na\n\nb\n```\n',
      'after\n\nnext',
    ]);
  });

  test('keep a list whole over blank lines', () => {
    expect(blocksOf('1. a\n\n2. b\n\nend\n')).toEqual(['1. a\n\n2. b\n\n', 'end\n']);
  });

  test('cut a very long paragraph at the end of a sentence, outside of what is emphasised', () => {
    const blocks = blocksOf(
      `${'Some words. '.repeat(90)}**Bold. Words. ${'Still bold. '.repeat(20)}** ${'More. '.repeat(99)}`,
    );
    expect(blocks.length).toBeGreaterThan(1);
    for (const block of blocks) expect(block.split('**').length % 2, block).toBe(1);
    expect(blocks[0]?.endsWith('. ')).toBe(true);
  });

  test('cut a very long list before an item, where its numbers go on', () => {
    const items = Array.from({ length: 100 }, (_, at) => `${at + 1}. Some words of an item\n`);
    const blocks = blocksOf(items.join(''));
    expect(blocks.length).toBeGreaterThan(1);
    expect(blocks.every((block) => /^\d+\. /.test(block))).toBe(true);
    expect(blocksOf('1. Some words of an item\n'.repeat(100))).toHaveLength(1);
  });

  test('leave closed blocks as they are', () => {
    const before = extendBlocks(noBlocks, 'one\n\ntwo\n\nthree');
    const after = extendBlocks(before, ' and more');
    expect(after.closed).toBe(before.closed);
  });
});
