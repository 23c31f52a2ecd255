import { availableParallelism } from 'node:os';
import type { RateLimitCode } from '@atrium/shared-kernel/contracts/failures/failures';
import { Piscina } from 'piscina';
import { DomainError } from '../domain-error.ts';
import { isPaced } from './password-pace.ts';
import type * as worker from './password-worker.ts';
import { createWorkQueue } from './work-queue.ts';

/** Leaves one core free, so that nobody waits for the log-ins of others. */
const threads = Math.max(1, availableParallelism() - 1);
/** As many as two networks may log in at once; a thread needs seven seconds for them. */
const waitingPerThread = 120;
const secondsOfQueue = 7;

/** Hashing runs on its own low-priority threads. */
const pool = new Piscina({
  filename: new URL('password-worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: threads,
  idleTimeout: 60_000,
  niceIncrement: isPaced() ? 19 : 0,
});

/**
 * Requests wait here rather than in the pool, which ends a whole thread when what it works on is aborted. The bound keeps
 * a flood of log-ins from delaying everybody for minutes, even after it has ended.
 */
const queue = createWorkQueue({ atOnce: threads, waiting: waitingPerThread * threads });

/** Who waits for a hash. */
export interface Waiting {
  /** The failure if too many others wait. */
  readonly code: RateLimitCode;
  /** Aborts when nobody waits for the hash any more. */
  readonly signal?: AbortSignal | undefined;
}
const anybody: Waiting = { code: 'too-many-attempts' };

const tooMany = (code: RateLimitCode) => new DomainError(code, { wait: secondsOfQueue * 1000 });

/**
 * Fails with `code` if too many passwords wait to be hashed. It comes before the points of an attempt are consumed,
 * because nobody has guessed anything by then.
 */
export const requireRoom = (code: RateLimitCode): void => {
  if (queue.isFull()) throw tooMany(code);
};

/** Does `work` in its turn. Whoever has left gets the same failure, which nobody reads. */
const inTurn = async <T>(work: () => Promise<T>, { code, signal }: Waiting): Promise<T> => {
  const done = await queue.run(work, signal);
  if (done === undefined) throw tooMany(code);
  return done;
};

const hash = (password: string): Promise<string> => {
  const task: Parameters<typeof worker.hash>[0] = password;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the return type of the worker's `hash`
  return pool.run(task, { name: 'hash' }) as Promise<string>;
};

const verify = (task: Parameters<typeof worker.verify>[0]): Promise<boolean> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the return type of the worker's `verify`
  pool.run(task, { name: 'verify' }) as Promise<boolean>;

export const hashPassword = (password: string, waiting = anybody): Promise<string> =>
  inTurn(() => hash(password), waiting);

/** It is hashed once and never refused, since every later log-in needs it. */
let decoy: Promise<string> | undefined;

/** Takes as long without a stored hash as with one, so that the time does not reveal whether an account exists. */
export const checkPassword = async (
  stored: string | null | undefined,
  password: string,
  waiting = anybody,
): Promise<boolean> => {
  const against = stored ?? (await (decoy ??= hash('the password of no account')));
  const matches = await inTurn(() => verify({ stored: against, password }), waiting);
  return matches && typeof stored === 'string';
};
