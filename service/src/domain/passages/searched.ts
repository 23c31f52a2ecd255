import { type FileIndex, passagesWith } from './file-index.ts';
import { sampleOf, similarities, type Vectors } from './vectors.ts';

/** Sentences of a file that are compared with a question. */
export interface Nearest {
  /** The cosine of each. */
  readonly scores: Float32Array;
  readonly passageOf: (at: number) => number;
  /** Some numbers of its vector, with length 1, as `sampleOf` takes them. */
  readonly sampleOf: (at: number) => Float32Array;
}

/** What passages are found in, wherever that is looked up. */
export interface Searched {
  /** How many passages it has. */
  readonly length: number;
  readonly passagesWith: (term: number) => readonly number[];
  /** None where it has no vectors, and it is found by words only. */
  readonly nearest: (asked: readonly number[]) => Nearest | undefined;
}

/** Compares all vectors of `length` passages; of another split they say nothing of these. */
export const nearestAmong =
  (vectors: Vectors | undefined, length: number) =>
  (asked: readonly number[]): Nearest | undefined => {
    if (vectors?.counts.length !== length) return undefined;
    const places = Array.from(vectors.counts).flatMap((count, passage) => Array<number>(count).fill(passage));
    return {
      scores: similarities(vectors, asked),
      passageOf: (at) => places[at]!,
      sampleOf: (at) => sampleOf(vectors, at),
    };
  };

/** An index that was opened, with its vectors where there are some. */
export const inProcess = ({
  index,
  vectors,
}: {
  readonly index: FileIndex;
  readonly vectors?: Vectors | undefined;
}): Searched => ({
  length: index.length,
  passagesWith: (term) => passagesWith(index, term),
  nearest: nearestAmong(vectors, index.length),
});
