import { diverse } from './diverse.ts';
import type { FileIndex } from './file-index.ts';
import { termsOf } from './terms.ts';
import { sampleOf, similarities, type Vectors } from './vectors.ts';

/** What is asked, and the turns just before it, which say what “it” is. */
export interface Question {
  readonly prompt: string;
  readonly before?: string | undefined;
  /** The prompt as a vector of the same embedder as those of the files. */
  readonly vector?: readonly number[] | undefined;
}

export interface Searched {
  readonly index: FileIndex;
  /** Those of each passage; none: they are found by words only. */
  readonly vectors?: Vectors | undefined;
}

/** A passage by its file's place in the list and its own in the file. */
export interface Hit {
  readonly file: number;
  readonly passage: number;
}

/** Terms of a question that count. */
const termsMost = 200;
const weightBefore = 0.3;
/** What a term has to add to count at all: less is in nearly every passage. */
const leastWeight = 0.1;
/** Sentences that are ranked by meaning. */
const nearestMost = 3000;
/** How much less the later ones of each ranking count (reciprocal rank fusion): the first of either stand before what is in the middle of both. */
const damping = 5;

const weightsOf = ({ prompt, before = '' }: Question): Map<number, number> => {
  const weights = new Map(
    termsOf(before)
      .slice(0, termsMost)
      .map((term) => [term, weightBefore]),
  );
  for (const term of termsOf(prompt).slice(0, termsMost)) weights.set(term, 1);
  return weights;
};

interface Scored extends Hit {
  readonly score: number;
  /** How much its place in the ranking counts; without it, fully. */
  readonly weight?: number;
}
const bestFirst = <T extends Scored>(hits: readonly T[]): readonly T[] =>
  hits.toSorted((a, b) => b.score - a.score || a.file - b.file || a.passage - b.passage);

/** By the words that passage and question share: rare ones count more than common ones. */
const byWords = (files: readonly Searched[], question: Question): readonly Scored[] => {
  const weights = weightsOf(question);
  const shared: { readonly hit: Hit; readonly terms: readonly number[] }[] = [];
  const holding = new Map<number, number>();
  let all = 0;
  for (const [file, { index }] of files.entries()) {
    all += index.length;
    for (const [passage, { terms }] of index.entries()) {
      const common: number[] = [];
      for (const term of terms) if (weights.has(term)) common.push(term);
      for (const term of common) holding.set(term, (holding.get(term) ?? 0) + 1);
      if (common.length > 0) shared.push({ hit: { file, passage }, terms: common });
    }
  }
  const worth = new Map(
    [...holding].map(([term, count]) => [term, weights.get(term)! * Math.log(1 + (all - count + 0.5) / (count + 0.5))]),
  );
  return bestFirst(
    shared.flatMap(({ hit, terms }) => {
      const score = terms.reduce((sum, term) => sum + worth.get(term)!, 0);
      // What shares words with the turns before alone is about them, and may not be about the question.
      const weight = terms.some((term) => weights.get(term) === 1) ? 1 : weightBefore;
      return score < leastWeight ? [] : [{ ...hit, score, weight }];
    }),
  );
};

/** All sentences of some files that have vectors of the embedder that was asked. */
const sentencesOf = (files: readonly Searched[], asked: readonly number[]) =>
  files.flatMap(({ index, vectors }, file) => {
    // Of another split they say nothing of these passages.
    if (vectors?.counts.length !== index.length) return [];
    const places = Array.from(vectors.counts).flatMap((count, passage) => Array<number>(count).fill(passage));
    return similarities(vectors, asked).map((score, vector) => ({ file, passage: places[vector]!, vector, score }));
  });

/** By the nearest of their sentences; what the first ones say already comes later. */
const byMeaning = (files: readonly Searched[], { vector: asked }: Question): readonly Scored[] => {
  if (asked === undefined) return [];
  const nearest = bestFirst(sentencesOf(files, asked)).slice(0, nearestMost);
  return diverse(nearest, ({ file, vector }) => sampleOf(files[file]!.vectors!, vector));
};

const idOf = ({ file, passage }: Hit): string => `${file} ${passage}`;

/** The passages of some files that fit a question, the best first: by words and, where there are vectors, by meaning. */
export const rankPassages = (files: readonly Searched[], question: Question): readonly Hit[] => {
  const fused = new Map<string, { readonly hit: Hit; readonly score: number }>();
  for (const ranking of [byWords(files, question), byMeaning(files, question)])
    for (const [rank, [id, [hit]]] of [...Map.groupBy(ranking, idOf)].entries()) {
      const { file, passage, weight = 1 } = hit!;
      const score = (fused.get(id)?.score ?? 0) + weight / (damping + rank);
      fused.set(id, { hit: { file, passage }, score });
    }
  return [...fused.values()].toSorted((a, b) => b.score - a.score).map(({ hit }) => hit);
};
