import { setTimeout as pause } from 'node:timers/promises';

/**
 * How PostgreSQL ends a transaction that others came before: a row that it points at has gone, an order that no one after
 * the other gives, two that wait for each other. Begun anew, it sees what the others did.
 */
const lostRaces: ReadonlySet<unknown> = new Set(['23503', '40001', '40P01']);
const tries = 3;
/** Milliseconds, at most, before the next try: who lost to each other should not meet again. */
const spread = 50;

const isLostRace = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && lostRaces.has(at.code)) return true;
  return false;
};

/** Does `work` again where others came before it, at most three times in all. It changes nothing but rows. */
export const againAfterLostRace = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let left = tries; ; left -= 1)
    try {
      return await work();
    } catch (error) {
      if (left === 1 || !isLostRace(error)) throw error;
      await pause(Math.random() * spread);
    }
};
