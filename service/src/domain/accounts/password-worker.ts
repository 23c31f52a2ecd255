import { setTimeout as pause } from 'node:timers/promises';
import { hashSync, verifySync } from '@node-rs/argon2';

/**
 * Argon2id by OWASP's figures: 7 MiB and five passes, as strong as 19 MiB and two. Less memory is less of the caches that
 * everything else works from, and the library's allocator keeps it for the next hash instead of giving it back.
 */
const cost = { memoryCost: 7168, timeCost: 5, parallelism: 1 };
/** The longest rest, in milliseconds: what a busy machine stretched is not paid twice. */
const longestBackoff = 80;
/** A hash is not interrupted for a moment that others need: it must seldom be there. */
const backoffPerWork = 7;

let backoffUntil = 0;

/** Rests seven times as long as it worked before it works again: a rush of log-ins takes an eighth of one core. */
const paced = async <T>(work: () => T): Promise<T> => {
  const left = backoffUntil - performance.now();
  if (left > 0) await pause(left);
  const since = performance.now();
  try {
    return work();
  } finally {
    const now = performance.now();
    backoffUntil = now + Math.min(backoffPerWork * (now - since), longestBackoff);
  }
};

export const hash = (password: string): Promise<string> => paced(() => hashSync(password, cost));
export const verify = ({ stored, password }: { stored: string; password: string }): Promise<boolean> =>
  paced(() => verifySync(stored, password));
