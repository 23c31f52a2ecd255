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

/** The same numbers in each run. */
const numbers = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (seed >> 8) % below;
};

const texts = (count: number) => {
  const next = numbers(7);
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(14) }, () => pieces[next(pieces.length)]).join(''),
  );
};

describe('blocks of a growing text', () => {
  test('join to the text, whatever it holds', () => {
    for (const text of texts(5000)) expect(blocksOf(text).join('')).toBe(text);
  });

  test('are the same piece by piece as in one go', () => {
    const next = numbers(11);
    for (const text of texts(5000)) {
      let state = noBlocks;
      for (let at = 0; at < text.length;) {
        const end = at + 1 + next(5);
        state = extendBlocks(state, text.slice(at, end));
        at = end;
      }
      expect(state.open === '' ? state.closed : [...state.closed, state.open]).toEqual(blocksOf(text));
    }
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

  test('leave closed blocks as they are', () => {
    const before = extendBlocks(noBlocks, 'one\n\ntwo\n\nthree');
    const after = extendBlocks(before, ' and more');
    expect(after.closed).toBe(before.closed);
  });
});
