import type { Bucket } from './bucket.ts';

const key = 'conditional-writes';

/**
 * Proves that the store keeps what is there when it is asked to. Throws a sentence where it writes over it: with such a
 * store one of two promotions at once would be lost.
 */
export const proveConditions = async (bucket: Bucket): Promise<void> => {
  const text = Buffer.from('Whoever may write here is asked to write this once more, which has to be refused.\n');
  if ((await bucket.create(key, text)) && (await bucket.create(key, text)))
    throw new Error(`${bucket.name} does not honour If-None-Match: releases need a store that does.`);
};
