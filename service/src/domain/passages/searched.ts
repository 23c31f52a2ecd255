import { type FileIndex, passagesWith } from './file-index.ts';
import { sampleOf, similarities, type Vectors } from './vectors.ts';

/** The sentences of a file that were compared with a question. */
export interface Nearest {
  /** The cosine similarity of each. */
  readonly scores: Float32Array;
  readonly passageOf: (at: number) => number;
  /** A sample of its vector from `sampleOf`, with length 1. */
  readonly sampleOf: (at: number) => Float32Array;
}

/** A searchable file, whether in this process or in the database. */
export interface Searched {
  /** Its number of passages. */
  readonly length: number;
  readonly passagesWith: (term: number) => readonly number[];
  /** Undefined without vectors: then it is found by words only. */
  readonly nearest: (target: readonly number[]) => Nearest | undefined;
}

/** Compares all vectors of a file with `length` passages. Vectors of a different split are ignored. */
export const nearestAmong =
  (vectors: Vectors | undefined, length: number) =>
  (target: readonly number[]): Nearest | undefined => {
    if (vectors?.counts.length !== length) return undefined;
    const passageIndexes = Array.from(vectors.counts).flatMap((count, passage) => Array<number>(count).fill(passage));
    return {
      scores: similarities(vectors, target),
      passageOf: (at) => passageIndexes[at]!,
      sampleOf: (at) => sampleOf(vectors, at),
    };
  };

/** A decrypted index, with its vectors if there are any. */
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
