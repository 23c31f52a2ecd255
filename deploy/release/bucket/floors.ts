import type { Floors } from '../floors.ts';
import type { Bucket } from './bucket.ts';

const digits = 12;
const prefix = (environment: string) => `floors/${environment}/`;

/**
 * Statements are stored by the number they contain, `floors/<environment>/000000000007`, so that a later one hides
 * none.
 */
export const bucketFloors = (bucket: Bucket): Floors => ({
  async *read(environment) {
    const keys = await bucket.list(prefix(environment));
    for (const key of keys.toReversed()) {
      const data = await bucket.get(key);
      if (data) yield data.toString('utf8');
    }
  },
  async raise(environment, serial, text) {
    await bucket.create(`${prefix(environment)}${String(serial).padStart(digits, '0')}`, Buffer.from(text));
  },
});
