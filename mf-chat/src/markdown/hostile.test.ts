import { linkified } from '@atrium/shared-kernel/markdown/autolinks';
import { expect, it } from 'vitest';
import { blocksOf, extendBlocks, noBlocks } from './blocks.ts';
import { createDefinitions } from './definitions.ts';
import { fencedCode } from './fenced-code.ts';
import { parser } from './parser.ts';

const size = 100_000;
const filled = (text: string) => text.repeat(size / text.length);
const numbered = (text: string) =>
  Array.from({ length: 5000 }, (_, at) => text.replaceAll('#', String(at))).join('\n\n');

/** Each of these takes minutes, or all memory, if a text is read from its start again at each of its marks. */
const hostile: readonly (readonly [string, string])[] = [
  ['short lines', filled('a\n')],
  ['one word', filled('a')],
  ['dollars', filled('$a ')],
  ['formulas that do not end', filled('\\( ')],
  ['environments that do not end', filled('\\begin{align}\n')],
  ['an environment of pairs', `\\begin{align}\n${filled('\\begin{align}\\end{align}\n')}`],
  ['fences', filled('```\n')],
  ['a fence of 50,000 signs', `${'`'.repeat(50_000)}\n${filled('a\n')}`],
  ['runs of backticks', Array.from({ length: 1500 }, (_, at) => `e${'`'.repeat(at + 1)}`).join('')],
  ['emphasis', filled('*a **b ')],
  ['brackets', filled('[')],
  ['links that do not end', filled('[a](b')],
  ['footnotes', numbered('a[^#]\n\n[^#]: x')],
  ['definitions of links', numbered('[a#]: https://a.test\n\n[a#] x')],
  ['signs before an @', `${filled('-')}@`],
  ['an address with many dots', `http://a.test/${filled('.')}a`],
  ['an address with many brackets', `http://a.test/${filled(')')}`],
  ['quotes', `${filled('> ')}a`],
  ['rows of a table', `|a|b|\n|-|-|\n${filled('|a|b|\n')}`],
];

it.each(hostile)('a hostile text is read in pieces that stay small, and nothing of it is lost: %s', (_, text) => {
  let growing = noBlocks;
  // Each step may read the open line again, so a longer text grows by longer steps.
  const step = Math.max(200, Math.ceil(text.length / 500));
  for (let at = 0; at < text.length; at += step) growing = extendBlocks(growing, text.slice(at, at + step));
  const blocks = blocksOf(text);
  expect([...growing.closed, growing.open].join('')).toBe(text);
  expect(blocks.join('')).toBe(text);
  const definitions = createDefinitions().read(blocks);
  for (const block of blocks) {
    fencedCode(block);
    parser.parse(definitions.complete(block), {});
  }
  expect(
    linkified(text)
      .map((part) => (typeof part === 'string' ? part : part.text))
      .join(''),
  ).toBe(text);
});

it('an endless line is not parsed again from its start with each word', () => {
  for (const text of [filled('a'), filled('$a '), filled('\\( '), filled('a\n'), filled('[')]) {
    let longest = 0;
    let growing = noBlocks;
    for (let at = 0; at < text.length; at += 200) {
      growing = extendBlocks(growing, text.slice(at, at + 200));
      longest = Math.max(longest, growing.open.length);
    }
    expect(longest).toBeLessThan(10_000);
  }
});

it('an address ends where the sentence continues', () => {
  const linked = (text: string) => linkified(text).flatMap((part) => (typeof part === 'string' ? [] : [part.text]));
  expect(linked('See https://a.test/x_(y), (www.b.test) and me@c.test.')).toEqual([
    'https://a.test/x_(y)',
    'www.b.test',
    'me@c.test',
  ]);
  expect(linked('https://a.test/?a=1&amp; or https://a.test/b))!')).toEqual([
    'https://a.test/?a=1',
    'https://a.test/b',
  ]);
});
