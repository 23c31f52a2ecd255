import { setTimeout as pause } from 'node:timers/promises';
import { hashSync, verifySync } from '@node-rs/argon2';

/** Argon2id, the library's default, by OWASP's figures: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** The longest rest, in milliseconds: what a busy machine stretched is not paid twice. */
const longestRest = 20;

let restsUntil = 0;

/** Rests as long as it worked before it works again: a rush of log-ins leaves half of its core to the others. */
const paced = async <T>(work: () => T): Promise<T> => {
  const left = restsUntil - performance.now();
  if (left > 0) await pause(left);
  const since = performance.now();
  try {
    return work();
  } finally {
    const now = performance.now();
    restsUntil = now + Math.min(now - since, longestRest);
  }
};

export const hash = (password: string): Promise<string> => paced(() => hashSync(password, cost));
export const verify = ({ stored, password }: { stored: string; password: string }): Promise<boolean> =>
  paced(() => verifySync(stored, password));
