/** Vectors of one length, each number in a byte: a quarter of the room, and the order of what is near stays. */
export interface Vectors {
  readonly dimensions: number;
  readonly bytes: Int8Array;
}

const largest = 127;

const scaled = (vector: readonly number[]): Int8Array => {
  const most = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
  return Int8Array.from(vector, (value) => Math.round((value / most) * largest));
};

export const vectorsOf = (vectors: readonly (readonly number[])[]): Vectors => {
  const dimensions = vectors[0]?.length ?? 0;
  const bytes = new Int8Array(dimensions * vectors.length);
  for (const [at, vector] of vectors.entries()) bytes.set(scaled(vector), at * dimensions);
  return { dimensions, bytes };
};

/** As text that can be sealed. */
export const encodeVectors = ({ dimensions, bytes }: Vectors): string =>
  `${dimensions}:${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;

/** Undefined where it is none, as where its key is gone. */
export const decodeVectors = (stored: string): Vectors | undefined => {
  const [, dimensions, data] = /^(\d+):([A-Za-z0-9+/=]+)$/.exec(stored) ?? [];
  return data === undefined
    ? undefined
    : { dimensions: Number(dimensions), bytes: new Int8Array(Buffer.from(data, 'base64')) };
};

/** The cosine of each of the vectors with one; none where it has another length. */
export const similarities = ({ dimensions, bytes }: Vectors, vector: readonly number[]): readonly number[] => {
  if (dimensions === 0 || vector.length !== dimensions) return [];
  const asked = scaled(vector);
  const length = Math.hypot(...asked) || 1;
  const found: number[] = [];
  for (let start = 0; start < bytes.length; start += dimensions) {
    let dot = 0;
    let square = 0;
    for (let at = 0; at < dimensions; at += 1) {
      const value = bytes[start + at]!;
      dot += value * asked[at]!;
      square += value * value;
    }
    found.push(dot / (length * (Math.sqrt(square) || 1)));
  }
  return found;
};
