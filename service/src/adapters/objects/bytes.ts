import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { type ByteRange, type ObjectInfo, type StoredObject, TooLarge } from '../../ports/objects.ts';

export interface S3Settings {
  readonly bucket: string;
  /** Prefix of every key; empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** The endpoint of a self-hosted store. By default it is Amazon's. */
  readonly endpoint?: string;
  /** If undefined, those of the role of the machine, its container or a web identity are used. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

/** A storage for the bytes of objects, without links. Keys must satisfy `isObjectKey`. */
export interface ObjectBytes {
  /**
   * Stores a body under a key. Stores nothing if the body breaks off, if it is larger than `limit` bytes (throws
   * `TooLarge`), or if the key is in use (throws `AlreadyStored`).
   */
  write(key: string, info: ObjectInfo, body: Readable, limit: number): Promise<void>;
  read(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
  /** Changes the name and type of an object, and its content if `content` is given. */
  revise(key: string, info: ObjectInfo, content?: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
}

const keyPattern = /^[\w-]+\/[\w-]+\/[0-9a-f]{24}\/[^/\\\0]+$/u;

/** Whether it is a valid key. As a path it never leaves the folder of objects. */
export const isObjectKey = (key: string): boolean =>
  keyPattern.test(key) && !key.endsWith('/..') && !key.endsWith('/.');

/** A stream that fails with `TooLarge` after `limit` bytes. */
export const atMost = (limit: number): Transform => {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > limit ? new TooLarge() : null, chunk);
    },
  });
};
