import { expect, it } from 'vitest';
import { choosePassages, type Chosen } from './choose.ts';
import { diverse } from './diverse.ts';
import { decodeIndex, encodeIndex, indexText } from './file-index.ts';
import { type Question, rankPassages } from './rank.ts';
import { inProcess } from './searched.ts';
import { decodeVectors, encodeVectors, similarities, vectorsOf } from './vectors.ts';

const filler = (topic: string, count: number) =>
  Array.from({ length: count }, (_, at) =>
    `Paragraph ${at} of the report on ${topic} says what was known. `.repeat(12),
  );
const fileOf = (paragraphs: readonly string[], share = 4000) => {
  const { index, texts } = indexText(paragraphs.join('\n\n'));
  return { index, texts, share };
};
const rank = (files: readonly Parameters<typeof inProcess>[0][], question: Question) =>
  rankPassages(files.map(inProcess), question);
const given = (files: readonly ReturnType<typeof fileOf>[], prompt: string, before?: string): string[] =>
  choosePassages(files, rank(files, { prompt, before })).map(({ passages, head }, at) =>
    [files[at]!.texts[0]!.slice(0, head), ...passages.map((passage) => files[at]!.texts[passage])].join('\n').trim(),
  );

const insertFact = (paragraphs: string[], fact: string) => paragraphs.toSpliced(30, 0, `${fact} `.repeat(3));

it.each([
  ['English', 'The escrow account was opened in Zurich.', 'Where was the escrow account opened?'],
  ['German with endings', 'Die Kündigungsfristen betragen drei Monate.', 'Welche Kündigungsfrist gilt?'],
  ['Chinese', '违约金为合同总额的百分之十。', '违约金是多少？'],
  ['Arabic with articles', 'تبلغ الغرامة عشرة بالمئة من القيمة', 'كم هي غرامة التأخير؟'],
  ['accents left out', 'Le café fermé rouvrira.', 'Quand rouvre le cafe?'],
])('finds a fact deep in the third of several files: %s', (_, fact, question) => {
  const files = [
    fileOf(filler('whales', 60)),
    fileOf(filler('trains', 60)),
    fileOf(insertFact(filler('bees', 60), fact)),
  ];
  expect(given(files, question)[2]).toContain(fact);
  expect(given(files, 'Hm?')[2]).not.toContain(fact);
});

it.each([
  ['by a sign of its words', '河道每年清理一次，居民都来帮忙。', '船长的行李留给了灯塔。', '谁驾驶大船？', '船长'],
  [
    'by the root of its words',
    'يجتمع الناس في الساحة كل مساء. ',
    'وضع أحمد المكتوب على الطاولة.',
    'أين الكتاب؟',
    'المكتوب',
  ],
])('finds what shares no word with the question %s', (_, filling, fact, question, needed) => {
  const file = fileOf(Array.from({ length: 60 }, () => filling.repeat(4)).toSpliced(30, 0, `${fact} `.repeat(3)), 1500);
  expect(given([file], question)[0]).toContain(needed);
  expect(given([file], 'zzz')[0]).not.toContain(needed);
});

it('ranks matches by meaning above those that only share words with earlier turns', () => {
  const longSentence = 'The escrow lies safe and sound, far away. '.repeat(12);
  const { index } = indexText([...filler('bees', 20), longSentence].join('\n\n'));
  const vectors = vectorsOf(index.map((_one, at) => (at === index.length - 1 ? [1, 0] : [0.1, 2 - at / 100])));
  const question = { prompt: 'Zurich?', before: 'What was known of bees in the report?', vector: [1, 0] };
  expect(rank([{ index, vectors }], question)[0]).toEqual({ file: 0, passage: index.length - 1 });
});

it('resolves “it” by earlier turns, and weighs the prompt more', () => {
  const file = fileOf(insertFact(filler('bees', 60), 'The lighthouse keeper retired in May.'));
  expect(given([file], 'When did it happen?', 'Tell me of the lighthouse keeper')[0]).toContain('retired in May');
});

it('returns the beginning of each file, stays within the limit, and fills it in order if nothing matches', () => {
  const files = [fileOf(filler('whales', 60), 5000), fileOf(filler('trains', 60), 5000)];
  const texts = given(files, 'zzz');
  for (const [at, text] of texts.entries()) {
    expect(text.startsWith(files[at]!.texts[0]!.slice(0, 500))).toBe(true);
    expect(text.length).toBeLessThanOrEqual(5000);
    expect(text.length).toBeGreaterThan(2500);
  }
});

it('returns the beginning of each of many files that share little room, and the passage that matches', () => {
  const fact = 'The escrow account was opened in Zurich.';
  const files = Array.from({ length: 10 }, (_, at) =>
    fileOf(at === 7 ? insertFact(filler('bees', 60), fact) : filler(`topic ${at}`, 60), 1000),
  );
  const texts = given(files, 'Where was the escrow account opened?');
  expect(texts[7]).toContain(fact);
  for (const [at, text] of texts.entries()) expect(text.startsWith(files[at]!.texts[0]!.slice(0, 200))).toBe(true);
  expect(texts.join('').length).toBeLessThanOrEqual(10_000);
});

it('finds by meaning what shares no word, and by words what has no vector', () => {
  const file = fileOf(filler('whales', 20));
  const vectors = vectorsOf(file.index.map((_, at) => (at === 9 ? [0, 1, 0.1] : [1, 0, 0])));
  expect(rank([{ ...file, vectors }], { prompt: 'zzz', vector: [0, 2, 0] })[0]).toEqual({
    file: 0,
    passage: 9,
  });
  expect(rank([file], { prompt: 'zzz', vector: [0, 2, 0] })).toEqual([]);
  // From another embedder, so it does not count.
  expect(rank([{ ...file, vectors }], { prompt: 'zzz', vector: [0, 2] })).toEqual([]);
});

it('finds by meaning a sentence among others of its passage', () => {
  const file = fileOf(filler('whales', 20));
  // Each passage has two sentences; the second one of the last passage matches the question.
  const sentences = file.index.flatMap((_, at) => [[1, 0, 0], at === file.index.length - 1 ? [0, 1, 0] : [1, 0, 0.1]]);
  const vectors = vectorsOf(
    sentences,
    file.index.map(() => 2),
  );
  const question = { prompt: 'zzz', vector: [0.3, 1, 0] };
  expect(rank([{ ...file, vectors }], question)[0]).toEqual({ file: 0, passage: file.index.length - 1 });
  // Vectors of a different split.
  expect(rank([{ ...file, vectors: vectorsOf(sentences) }], question)).toEqual([]);
});

it('ranks the first by words and the first by meaning above those in the middle of both', () => {
  const pages = Array.from({ length: 60 }, (_, at) => `The ${at % 2 ? 'garden' : 'harbor'} is quiet.`);
  const file = fileOf([...pages, 'The harbor of Zurich is loud.'].map((page, at) => `[Page ${at + 1}]\n${page}`));
  const vectors = vectorsOf(
    file.index.map((_, at) => (at === 41 ? [1, 0] : at === 60 ? [-1, 0.2] : [0.5, 1 - at / 100])),
  );
  const ranked = rank([{ ...file, vectors }], { prompt: 'Zurich harbor', vector: [1, 0] });
  expect(ranked.slice(0, 2).map(({ passage }) => passage)).toEqual([60, 41]);
});

it('adds neighbors of the best passages, if there is room', () => {
  const file = fileOf(insertFact(filler('bees', 60), 'The escrow account was opened in Zurich.'), 6000);
  const [{ passages }] = choosePassages([file], rank([file], { prompt: 'Where was the escrow account opened?' })) as [
    Chosen,
  ];
  const found = file.texts.findIndex((text) => text.includes('Zurich'));
  expect(passages).toEqual(expect.arrayContaining([found - 1, found, found + 1]));
});

it('ranks a repetition behind a passage that says something else', () => {
  const candidates = [
    { name: 'one', score: 0.9, vector: [1, 0] },
    { name: 'the same', score: 0.89, vector: [1, 0] },
    { name: 'the same again', score: 0.88, vector: [1, 0] },
    { name: 'another', score: 0.6, vector: [0, 1] },
  ];
  const ranked = diverse(candidates, ({ vector }) => Float32Array.from(vector));
  expect(ranked.map(({ name }) => name)).toEqual(['one', 'another', 'the same', 'the same again']);
});

it('stores an index and vectors unchanged, and detects invalid ones', () => {
  const { index } = indexText(`[Page 3]\n${filler('bees', 4).join('\n\n')}`);
  expect(decodeIndex(encodeIndex(index))).toEqual(index);
  expect(decodeIndex('[This text was sealed with a key that is not here.]')).toBeUndefined();
  const vectors = vectorsOf([
    [0.5, -1],
    [1, 1],
  ]);
  expect(decodeVectors(encodeVectors(vectors))).toEqual(vectors);
  // In the format from before each sentence had a vector.
  expect(decodeVectors(encodeVectors(vectors).replace(/:[^:]*$/, ''))).toEqual(vectors);
  expect(decodeVectors('[This text was sealed with a key that is not here.]')).toBeUndefined();
  const [near, far] = similarities(vectors, [0.5, -1]);
  expect(near).toBeCloseTo(1, 3);
  expect(far).toBeCloseTo(-0.316, 1);
});
