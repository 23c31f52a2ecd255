import type { Documents } from '../documents.ts';
import type { Bucket } from './bucket.ts';

const digits = 8;
const lastNumber = 10 ** digits - 1;
const numbered = (key: string, number: number) => `${key}/${String(number).padStart(digits, '0')}`;

/**
 * Documents in a bucket, each as a series of generations that are written once: `<key>/00000001` and so on, of which
 * the newest is the document. If two processes change the same generation, only one can create the next. This requires
 * only `If-None-Match: *` of the store, and keeps all earlier texts.
 */
export const bucketDocuments = (bucket: Bucket, prefix: string): Documents => {
  /** The newest generation seen so far, where the next listing starts. */
  const seen = new Map<string, number>();
  const newest = async (key: string): Promise<number> => {
    const known = seen.get(key) ?? 0;
    const after = known > 1 ? numbered(`${prefix}${key}`, known - 1) : undefined;
    const found = await bucket.list(`${prefix}${key}/`, after);
    const number = Number(found.at(-1)?.slice(-digits) ?? 0);
    seen.set(key, number);
    return number;
  };
  return {
    async read(key) {
      const number = await newest(key);
      if (number === 0) return undefined;
      const data = await bucket.get(numbered(`${prefix}${key}`, number));
      if (!data) throw new Error(`${bucket.name} lists generation ${number} of ${key} but does not contain it.`);
      return { text: data.toString('utf8'), tag: String(number) };
    },
    swap: (key, text, tag) => bucket.create(numbered(`${prefix}${key}`, Number(tag ?? 0) + 1), Buffer.from(text)),
    async list(below, after) {
      const start = `${prefix}${below}`;
      const keys = await bucket.list(start, after && numbered(`${prefix}${after}`, lastNumber));
      const names = keys.map((key) => key.slice(prefix.length, -digits - 1));
      return [...new Set(names)].filter((name) => !name.slice(below.length).includes('/')).toSorted();
    },
  };
};
