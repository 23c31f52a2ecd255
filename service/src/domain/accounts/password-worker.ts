import { setTimeout as pause } from 'node:timers/promises';
import { hashSync, verifySync } from '@node-rs/argon2';

/**
 * Argon2id by OWASP's figures: 12 MiB and three passes, as strong as 19 MiB and two. The library's allocator keeps so much
 * for the next hash; more is taken from the system and given back each time, for which the other cores have to wait.
 */
const cost = { memoryCost: 12_288, timeCost: 3, parallelism: 1 };
/** The longest rest, in milliseconds: what a busy machine stretched is not paid twice. */
const longestRest = 40;

let restsUntil = 0;

/** Rests thrice as long as it worked before it works again: a rush of log-ins takes a quarter of one core. */
const paced = async <T>(work: () => T): Promise<T> => {
  const left = restsUntil - performance.now();
  if (left > 0) await pause(left);
  const since = performance.now();
  try {
    return work();
  } finally {
    const now = performance.now();
    restsUntil = now + Math.min(3 * (now - since), longestRest);
  }
};

export const hash = (password: string): Promise<string> => paced(() => hashSync(password, cost));
export const verify = ({ stored, password }: { stored: string; password: string }): Promise<boolean> =>
  paced(() => verifySync(stored, password));
