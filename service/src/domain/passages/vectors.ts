/**
 * Vectors of equal dimensions, with one byte per number: a quarter of the memory, while the order by similarity is
 * preserved.
 */
export interface Vectors {
  readonly dimensions: number;
  readonly bytes: Int8Array;
  /** The number of vectors of each passage, one per sentence; they are stored consecutively. */
  readonly counts: Uint8Array;
}

const largest = 127;

const scaled = (vector: readonly number[]): Int8Array => {
  const most = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
  return Int8Array.from(vector, (value) => Math.round((value / most) * largest));
};

/** Encodes vectors of passages, `counts` of them per passage; by default one each. */
export const vectorsOf = (
  vectors: readonly (readonly number[])[],
  counts: Iterable<number> = vectors.map(() => 1),
): Vectors => {
  const dimensions = vectors[0]?.length ?? 0;
  const bytes = new Int8Array(dimensions * vectors.length);
  for (const [at, vector] of vectors.entries()) bytes.set(scaled(vector), at * dimensions);
  return { dimensions, bytes, counts: Uint8Array.from(counts) };
};

/** Joins vectors, `counts` of them per passage. Throws if their dimensions differ. */
export const joinVectors = (parts: readonly Vectors[], counts: Iterable<number>): Vectors => {
  const dimensions = parts[0]?.dimensions ?? 0;
  if (parts.some((part) => part.dimensions !== dimensions)) throw new Error('The vectors have different dimensions.');
  const bytes = new Int8Array(parts.reduce((sum, part) => sum + part.bytes.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part.bytes, end);
    end += part.bytes.length;
  }
  return { dimensions, bytes, counts: Uint8Array.from(counts) };
};

const base64 = (bytes: Int8Array | Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** The vectors as a text that can be sealed. */
export const encodeVectors = ({ dimensions, bytes, counts }: Vectors): string =>
  `${dimensions}:${base64(bytes)}:${base64(counts)}`;

/**
 * Decodes such a text; undefined if it is anything else, for example because its key is gone. Older texts have no
 * counts and one vector per passage.
 */
export const decodeVectors = (stored: string): Vectors | undefined => {
  const [, dimensions, data, counts] = /^(\d+):([A-Za-z0-9+/=]+)(?::([A-Za-z0-9+/=]+))?$/.exec(stored) ?? [];
  if (data === undefined) return undefined;
  const bytes = new Int8Array(Buffer.from(data, 'base64'));
  return {
    dimensions: Number(dimensions),
    bytes,
    counts:
      counts === undefined
        ? new Uint8Array(bytes.length / Number(dimensions)).fill(1)
        : Uint8Array.from(Buffer.from(counts, 'base64')),
  };
};

const dotOf = (bytes: Int8Array, start: number, other: Int8Array, from = 0, length = other.length): number => {
  let dot = 0;
  for (let at = 0; at < length; at += 1) dot += bytes[start + at]! * other[from + at]!;
  return dot;
};

/** The lengths of vectors, computed once. */
const cachedLengths = new WeakMap<Vectors, Float32Array>();

const lengthsOf = (vectors: Vectors): Float32Array => {
  const known = cachedLengths.get(vectors);
  if (known) return known;
  const { dimensions, bytes } = vectors;
  const lengths = Float32Array.from({ length: bytes.length / dimensions }, (_, at) => {
    const start = at * dimensions;
    return Math.sqrt(dotOf(bytes, start, bytes, start, dimensions)) || 1;
  });
  cachedLengths.set(vectors, lengths);
  return lengths;
};

/** The cosine similarity of each vector with `vector`; empty if their dimensions differ. */
export const similarities = (vectors: Vectors, vector: readonly number[]): Float32Array => {
  const { dimensions, bytes } = vectors;
  if (dimensions === 0 || vector.length !== dimensions) return new Float32Array();
  const target = scaled(vector);
  const length = Math.sqrt(dotOf(target, 0, target)) || 1;
  return lengthsOf(vectors).map((other, at) => dotOf(bytes, at * dimensions, target) / (length * other));
};

/** The number of components that suffice to tell whether two sentences say the same. */
const sampleSize = 64;

/** Evenly spaced components of one of the vectors: enough to detect repetition. */
export const sampledBytes = ({ dimensions, bytes }: Vectors, vector: number): Int8Array => {
  const step = Math.max(1, Math.floor(dimensions / sampleSize));
  const sample = new Int8Array(Math.floor(dimensions / step));
  for (let at = 0; at < sample.length; at += 1) sample[at] = bytes[vector * dimensions + at * step]!;
  return sample;
};

/** The vector scaled to length 1. */
export const unitOf = (bytes: Int8Array): Float32Array => {
  const length = Math.sqrt(dotOf(bytes, 0, bytes)) || 1;
  return Float32Array.from(bytes, (value) => value / length);
};

export const sampleOf = (vectors: Vectors, vector: number): Float32Array => unitOf(sampledBytes(vectors, vector));

/** One of the vectors in pgvector's text format. */
export const vectorText = ({ dimensions, bytes }: Vectors, vector: number): string =>
  `[${bytes.subarray(vector * dimensions, (vector + 1) * dimensions).join(',')}]`;
