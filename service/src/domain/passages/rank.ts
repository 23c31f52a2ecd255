import { diverse } from './diverse.ts';
import type { Searched } from './searched.ts';
import { relatedTermsOf, termsOf } from './terms.ts';

/** The question, and the turns just before it, which explain what words such as “it” refer to. */
export interface Question {
  readonly prompt: string;
  readonly before?: string | undefined;
  /** The prompt as a vector of the same embedder as that of the files. */
  readonly vector?: readonly number[] | undefined;
}

/** A passage, by the index of its file in the list and its own index in the file. */
export interface Hit {
  readonly file: number;
  readonly passage: number;
}

/** The number of terms of a question that count. */
const maxTerms = 200;
const weightBefore = 0.3;
const weightRelated = 0.3;
/** The smallest score that counts. Terms that add less are in nearly every passage. */
const minWeight = 0.1;
/** The number of best hits of each ranking that are used. */
export const maxRanked = 3000;
/**
 * How strongly scores fall along each ranking (reciprocal rank fusion). With this value the first hit of either ranking
 * beats hits in the middle of both.
 */
const damping = 5;

/** The weight of each term, and whether it comes from the question itself. */
const weightsOf = ({
  prompt,
  before = '',
}: Question): Map<number, { readonly weight: number; readonly own: boolean }> => {
  const weigh = (terms: readonly number[], weight: number, own: boolean) =>
    terms.slice(0, maxTerms).map((term) => [term, { weight, own }] as const);
  return new Map([
    ...weigh(termsOf(before), weightBefore, false),
    ...weigh(relatedTermsOf(prompt), weightRelated, true),
    ...weigh(termsOf(prompt), 1, true),
  ]);
};

/** The terms that a question is searched by. */
export const searchTerms = (question: Question): readonly number[] => [...weightsOf(question).keys()];

interface Scored extends Hit {
  readonly score: number;
  /** The weight of its position in the ranking; 1 by default. */
  readonly weight?: number;
}
const bestFirst = <T extends Scored>(hits: readonly T[]): readonly T[] =>
  hits.toSorted((a, b) => b.score - a.score || a.file - b.file || a.passage - b.passage);

/** The score that at most `most` hits exceed. Of the hits with exactly this score only some may be included. */
const thresholdOf = (scores: readonly Float32Array[], most: number): number => {
  const count = scores.reduce((sum, { length }) => sum + length, 0);
  if (count <= most) return Number.NEGATIVE_INFINITY;
  const all = new Float32Array(count);
  let at = 0;
  for (const some of scores) {
    all.set(some, at);
    at += some.length;
  }
  return all.toSorted()[count - most]!;
};

/** The best `most` of the scored items, by file and index. */
const bestOf = <T extends Scored>(
  scores: readonly Float32Array[],
  most: number,
  hitOf: (file: number, at: number, score: number) => T,
): readonly T[] => {
  const least = thresholdOf(scores, most);
  const hits: T[] = [];
  for (const [file, some] of scores.entries())
    for (let at = 0; at < some.length; at += 1) if (some[at]! >= least) hits.push(hitOf(file, at, some[at]!));
  return bestFirst(hits).slice(0, most);
};

/** Ranks by the words that passage and question share: rare ones count more than common ones. */
const byWords = (files: readonly Searched[], question: Question, most: number): readonly Scored[] => {
  const all = files.reduce((sum, { length }) => sum + length, 0);
  const scores = files.map(({ length }) => new Float32Array(length));
  /** Whether a passage shares words with the question itself. */
  const shared = files.map(({ length }) => new Uint8Array(length));
  for (const [term, { weight, own }] of weightsOf(question)) {
    const matches = files.map((file) => file.passagesWith(term));
    const count = matches.reduce((sum, { length }) => sum + length, 0);
    const score = weight * Math.log(1 + (all - count + 0.5) / (count + 0.5));
    for (const [file, some] of matches.entries())
      for (const passage of some) {
        scores[file]![passage]! += score;
        if (own) shared[file]![passage] = 1;
      }
  }
  // A passage that only shares words with earlier turns may not be about the question.
  return bestOf(scores, most, (file, passage, score) => ({
    file,
    passage,
    score,
    weight: shared[file]![passage] === 1 ? 1 : weightBefore,
  })).filter(({ score }) => score >= minWeight);
};

/** Ranks by the nearest sentences; those that repeat earlier ones move down. */
const byMeaning = (files: readonly Searched[], { vector: target }: Question, most: number): readonly Scored[] => {
  if (target === undefined) return [];
  const searched = files.map((file) => file.nearest(target));
  const scores = searched.map((nearest) => nearest?.scores ?? new Float32Array());
  const nearest = bestOf(scores, most, (file, at, score) => ({
    file,
    passage: searched[file]!.passageOf(at),
    at,
    score,
  }));
  return diverse(nearest, ({ file, at }) => searched[file]!.sampleOf(at));
};

/** Greater than the number of passages of any file. */
const maxPassages = 2 ** 20;

/** The passages of some files that match a question, best first: by words and, if there are vectors, by meaning. */
export const rankPassages = (
  files: readonly Searched[],
  question: Question,
  most: number = maxRanked,
): readonly Hit[] => {
  const fused = new Map<number, { readonly hit: Hit; readonly score: number }>();
  for (const ranking of [byWords(files, question, most), byMeaning(files, question, most)]) {
    const seen = new Set<number>();
    for (const { file, passage, weight = 1 } of ranking) {
      const id = file * maxPassages + passage;
      if (seen.has(id)) continue;
      const score = (fused.get(id)?.score ?? 0) + weight / (damping + seen.size);
      fused.set(id, { hit: { file, passage }, score });
      seen.add(id);
    }
  }
  return [...fused.values()].toSorted((a, b) => b.score - a.score).map(({ hit }) => hit);
};
