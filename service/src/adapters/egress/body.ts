import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The body is larger than the limit. */
export class TooManyBytes extends Error {}
/** The body has a content encoding that was not requested. */
export class UnknownEncoding extends Error {}

export const encodings = 'gzip, br';

const decompress = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Reads the whole body and counts bytes after decompression, so that a small answer cannot fill the memory. */
export const readBody = async (body: Readable, encoding: string | undefined, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  const collect = async (stream: AsyncIterable<Buffer>) => {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > maxBytes) throw new TooManyBytes();
      chunks.push(chunk);
    }
  };
  if (encoding === undefined || encoding === '' || encoding === 'identity') await pipeline(body, collect);
  else {
    const create = decompress.get(encoding);
    if (!create) throw new UnknownEncoding();
    await pipeline(body, create(), collect);
  }
  return Buffer.concat(chunks);
};
