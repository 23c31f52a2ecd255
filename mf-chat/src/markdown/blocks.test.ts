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
  '<details>\n',
  '<details><summary>S</summary>\n',
  '</details>\n',
  ': what it is\n',
];
const longPieces = [...pieces, 'A sentence of some words. '.repeat(60), '- an item of some words\n'.repeat(80)];

/** Random numbers, the same in each run. */
const numbers = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (seed >> 8) % below;
};

const texts = (count: number, of: readonly string[] = pieces) => {
  const next = numbers(7);
  return Array.from({ length: count }, () => Array.from({ length: 1 + next(14) }, () => of[next(of.length)]).join(''));
};

describe('blocks of a growing text', () => {
  test('join to the text, whatever it contains', () => {
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
      expect(state.continues).toEqual(extendBlocks(noBlocks, text).continues);
    };
    for (const text of texts(5000)) check(text, 5);
    for (const text of texts(150, longPieces)) check(text, 197);
  });

  test('keep a fence complete across blank lines, and start again after it', () => {
    expect(blocksOf('Hello\n```ts\na\n\nb\n```\nafter\n\nnext')).toEqual([
      'Hello\n',
      '```ts\na\n\nb\n```\n',
      'after\n\n',
      'next',
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

  test('cut a very long list before an item, where its numbers continue', () => {
    const items = Array.from({ length: 100 }, (_, at) => `${at + 1}. Some words of an item\n`);
    const blocks = blocksOf(items.join(''));
    expect(blocks.length).toBeGreaterThan(1);
    expect(blocks.every((block) => /^\d+\. /.test(block))).toBe(true);
    expect(blocksOf('1. Some words of an item\n'.repeat(100))).toHaveLength(1);
  });

  test('say which of them are pieces of one paragraph or list', () => {
    const sentences = 'Some words of a sentence. '.repeat(90);
    const items = (mark: string, count: number) => `${mark} Some words of an item\n`.repeat(count);
    const { continues, closed, open } = extendBlocks(noBlocks, `${sentences}\n\nOther.\n\n${items('-', 150)}\nEnd`);
    const all = [...closed, open];
    const [paragraph, list] = [all.indexOf('Other.\n\n'), all.indexOf('End')];
    expect([paragraph, list - paragraph]).toEqual([3, 4]);
    expect(continues).toEqual([true, true, false, false, true, true, false]);
    // Another marker starts another list.
    expect(extendBlocks(noBlocks, `${items('-', 70)}${items('*', 70)}`).continues).toEqual([true, false, true]);
  });

  test('begin where a list, a heading or a quote ends a paragraph without an empty line', () => {
    expect(blocksOf('Text:\n- a\n- b\n# Next\n1. c\n> q\n> r\nText\n2. no list\n')).toEqual([
      'Text:\n',
      '- a\n- b\n',
      '# Next\n',
      '1. c\n',
      '> q\n> r\nText\n2. no list\n',
    ]);
    const { continues, closed } = extendBlocks(noBlocks, `Text:\n${'- Some words. Of an item\n'.repeat(100)}`);
    expect(closed.slice(1).every((block) => block.startsWith('- '))).toBe(true);
    expect(continues).toEqual([false, true]);
  });

  test('keep whole what is folded away, code with an end of it included', () => {
    const folded =
      '<details>\n<summary>S</summary>\n\nOne\n\n```\n</details>\n```\n\n<details>Two\n</details>\n</details>\n';
    expect(blocksOf(`Before\n${folded}After\n\nEnd`)).toEqual(['Before\n', folded, 'After\n\n', 'End']);
    const endless = blocksOf(`<details>\n${'Some words.\n\n'.repeat(2000)}`);
    expect(endless.length).toBeGreaterThan(100);
  });

  test('leave closed blocks as they are', () => {
    const before = extendBlocks(noBlocks, 'one\n\ntwo\n\nthree');
    const after = extendBlocks(before, ' and more');
    expect(after.closed).toBe(before.closed);
  });
});
