import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { isPaced } from './password-pace.ts';
import type * as worker from './password-worker.ts';

/**
 * Hashing runs on its own low-priority threads and leaves one core free, so that nobody waits for the log-ins of
 * others.
 */
const pool = new Piscina({
  filename: new URL('password-worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: Math.max(1, availableParallelism() - 1),
  idleTimeout: 60_000,
  niceIncrement: isPaced() ? 19 : 0,
});

export const hashPassword = (password: string): Promise<string> => {
  const task: Parameters<typeof worker.hash>[0] = password;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the return type of the worker's `hash`
  return pool.run(task, { name: 'hash' }) as Promise<string>;
};

const verify = (task: Parameters<typeof worker.verify>[0]): Promise<boolean> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the return type of the worker's `verify`
  pool.run(task, { name: 'verify' }) as Promise<boolean>;

let decoy: Promise<string> | undefined;

/** Takes as long without a stored hash as with one, so that the time does not reveal whether an account exists. */
export const checkPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  const against = stored ?? (await (decoy ??= hashPassword('the password of no account')));
  const matches = await verify({ stored: against, password });
  return matches && typeof stored === 'string';
};
