import { expect, it } from 'vitest';
import { tokensOf } from '../context/tokens.ts';
import { sentencesIn, splitText } from './split.ts';

const textsOf = (text: string): string[] => splitText(text).map(({ start, end }) => text.slice(start, end));
const sentence = (index: number) => `Sentence ${index} tells of the harbor and its ships in the evening.`;
const paragraph = (index: number) => Array.from({ length: 6 }, (_, at) => sentence(index * 10 + at)).join(' ');

it('ends a passage with a paragraph if possible, and leaves nothing out', () => {
  const paragraphs = Array.from({ length: 12 }, (_, index) => paragraph(index));
  const passages = textsOf(paragraphs.join('\n\n'));
  expect(passages.length).toBeGreaterThan(2);
  expect(passages.join('\n\n')).toBe(paragraphs.join('\n\n'));
});

it('ends a passage with a sentence, even if a page has lines', () => {
  const printed = Array.from({ length: 60 }, (_, index) => sentence(index).replace(' and its', '\nand its')).join(' ');
  const passages = textsOf(printed);
  expect(passages.length).toBeGreaterThan(2);
  for (const passage of passages) expect(passage).toMatch(/^Sentence .*evening\.$/s);
  expect(passages.join(' ')).toBe(printed);
});

it('detects the sentences of a passage, across the lines of a page, and lines if they are short', () => {
  const first = 'The pump of the eastern basin lost fourteen percent of the pressure that\nit had in May.';
  const second = 'Nobody noticed it before the gauge was read again in October.';
  expect(sentencesIn(`${first} ${second}`)).toEqual([first.replace('\n', ' '), second]);
  expect(
    sentencesIn(
      '门口的石狮子在三年前的洪水里倒过一次，后来由三个工匠修好了，花了整整两个月的时间才完成。货船停在码头旁边等待涨潮，船员们白天在岸上修补渔网，晚上回到船上休息，第二天清晨再出发。',
    ),
  ).toHaveLength(2);
  expect(
    sentencesIn('Name: the old brass compass of the museum\nOn loan: for two years, if it is insured'),
  ).toHaveLength(2);
  // A short sentence says too little alone.
  expect(sentencesIn('Mr. Strand warns of low water in the west basin. Yes.')).toEqual([
    'Mr. Strand warns of low water in the west basin. Yes.',
  ]);
  expect(sentencesIn('Short.')).toEqual(['Short.']);
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
])('uses no more tokens for a passage of %s than a request has for it', (_, text) => {
  const passages = textsOf(text);
  for (const passage of passages) expect(tokensOf(passage)).toBeLessThanOrEqual(155);
  expect(passages.every((passage) => passage.isWellFormed())).toBe(true);
  expect(passages.join('').length).toBeGreaterThanOrEqual(text.trim().length - passages.length);
});

it('finds nothing in an empty text', () => {
  expect(splitText(' \n[Page 1]\n\n')).toEqual([]);
  expect(splitText('')).toEqual([]);
});
