import { setTimeout as pause } from 'node:timers/promises';
import { hashSync, verifySync } from '@node-rs/argon2';
import { isPaced } from './password-pace.ts';

/**
 * Argon2id with OWASP's parameters: 7 MiB and five passes, as strong as 19 MiB and two. Less memory leaves more of the
 * CPU caches to other work, and the library's allocator keeps that memory for the next hash instead of releasing it.
 */
const cost = { memoryCost: 7168, timeCost: 5, parallelism: 1 };
/** The longest backoff, in milliseconds, so that a hash that a busy machine slowed down is not delayed twice. */
const longestBackoff = 80;
/**
 * A running hash cannot be interrupted when other work needs the processor, so hashing must be paused most of the time.
 */
const backoffPerWork = isPaced() ? 7 : 0;

let backoffUntil = 0;

/** Pauses seven times as long as it worked before it works again: even a rush of log-ins uses an eighth of one core. */
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
