import type { Limit } from '../../adapters/limits/port.ts';
import type { RequestContext } from '../../calls/implement.ts';
import { tooManyRequests } from '../../errors.ts';

export const loginOfAccount: Limit = { name: 'login-account', points: 5, seconds: 60 };
/** All addresses together: guessing from many places is slow too. */
export const loginOfAccountDaily: Limit = { name: 'login-account-day', points: 200, seconds: 24 * 60 * 60 };
export const loginOfAddress: Limit = { name: 'login-address', points: 60, seconds: 60 };
export const registerOfAddress: Limit = { name: 'register-address', points: 100, seconds: 60 * 60 };
export const promptHelpOfUser: Limit = { name: 'prompt-help', points: 20, seconds: 60 };

/** Takes a point of each limit; throws 429 with the longest wait where one is used up. */
export const takePoints = async (
  { services }: RequestContext,
  wanted: readonly (readonly [Limit, string])[],
  msg: string,
): Promise<void> => {
  const waits = await Promise.all(wanted.map(([limit, key]) => services.limits.take(limit, key)));
  const wait = Math.max(...waits);
  if (wait > 0) throw tooManyRequests(wait, msg);
};
