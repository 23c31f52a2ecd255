import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { type ByteRange, type ObjectInfo, type StoredObject, TooLarge } from '../../ports/objects.ts';

export interface S3Settings {
  readonly bucket: string;
  /** Of every key; empty, or ends in a slash. */
  readonly prefix: string;
  readonly region: string;
  /** The endpoint of a store of the operator's own; without one it is Amazon's. */
  readonly endpoint?: string;
  /** None: those of the role that the machine, its container or a web identity gives. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

/** Where the bytes of objects are: what each place does, links and names aside. Keys are those that `isObjectKey` takes. */
export interface ObjectBytes {
  /**
   * Keeps a body under a key. Keeps nothing where the body breaks off, where it is larger than `limit` bytes (throws
   * `TooLarge`), and where there is an object under the key already (throws `AlreadyStored`).
   */
  write(key: string, info: ObjectInfo, body: Readable, limit: number): Promise<void>;
  read(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
  /** Gives what is there another name and type, and other content where that is given. */
  revise(key: string, info: ObjectInfo, content?: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
}

const keyPattern = /^[\w-]+\/[\w-]+\/[0-9a-f]{24}\/[^/\\\0]+$/u;

/** Whether it is a key of an object, and no path that leaves its place. */
export const isObjectKey = (key: string): boolean =>
  keyPattern.test(key) && !key.endsWith('/..') && !key.endsWith('/.');

/** Lets so many bytes through and breaks off with `TooLarge` at the next. */
export const atMost = (limit: number): Transform => {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > limit ? new TooLarge() : null, chunk);
    },
  });
};
