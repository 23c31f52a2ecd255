import { expect, it } from 'vitest';
import { tokensOf } from '../context/tokens.ts';
import { splitText } from './split.ts';

const textsOf = (text: string): string[] => splitText(text).map(({ start, end }) => text.slice(start, end));
const sentence = (index: number) => `Sentence ${index} tells of the harbor and its ships in the evening.`;
const paragraph = (index: number) => Array.from({ length: 6 }, (_, at) => sentence(index * 10 + at)).join(' ');

it('ends a passage with a paragraph where there is one, and leaves nothing out', () => {
  const paragraphs = Array.from({ length: 12 }, (_, index) => paragraph(index));
  const passages = textsOf(paragraphs.join('\n\n'));
  expect(passages.length).toBeGreaterThan(2);
  expect(passages.join('\n\n')).toBe(paragraphs.join('\n\n'));
});

it('repeats the sentence at a cut in the next passage', () => {
  const passages = textsOf(Array.from({ length: 60 }, (_, index) => sentence(index)).join(' '));
  expect(passages.length).toBeGreaterThan(2);
  for (const [at, passage] of passages.slice(1).entries()) {
    const first = /^Sentence \d+/.exec(passage)?.[0];
    expect(
      passages[at]!.trimEnd()
        .split(/(?<=\.) /)
        .at(-1),
    ).toMatch(new RegExp(`^${first} `));
  }
});

it('keeps each passage on one page, and knows which', () => {
  const text = `[Page 1]\n${paragraph(1)}\n\n[Page 2]\nShort.\n\n[Page 7]\n${Array.from({ length: 9 }, (_, at) => paragraph(at)).join('\n\n')}`;
  const spans = splitText(text);
  expect(spans.map(({ page }) => page)).toEqual([1, 2, ...spans.slice(2).map(() => 7)]);
  expect(spans.length).toBeGreaterThan(3);
  expect(text.slice(spans[1]!.start, spans[1]!.end)).toBe('Short.');
});

it.each([
  ['Chinese', '港口在夜晚非常安静，船只停泊在码头旁边。'.repeat(200)],
  ['Arabic', 'يقع الميناء القديم في شمال المدينة ويزوره الناس كل يوم. '.repeat(200)],
  ['what has neither sentences nor words', 'QmFzZTY0'.repeat(2000)],
  ['signs of two code units', '😀'.repeat(3000)],
])('takes no more tokens for a passage of %s than a request has for it', (_, text) => {
  const passages = textsOf(text);
  for (const passage of passages) expect(tokensOf(passage)).toBeLessThanOrEqual(510);
  expect(passages.every((passage) => passage.isWellFormed())).toBe(true);
  // All of it, some twice.
  expect(passages.join('').length).toBeGreaterThanOrEqual(text.trim().length - passages.length);
});

it('finds nothing in an empty text', () => {
  expect(splitText(' \n[Page 1]\n\n')).toEqual([]);
  expect(splitText('')).toEqual([]);
});
