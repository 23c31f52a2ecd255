import type { RateLimitCode } from '@atrium/shared-kernel/contracts/failures/failures';
import type { Limit } from '../../ports/limits.ts';
import type { Parts } from '../parts.ts';
import { DomainError } from '../domain-error.ts';

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

/*
 * Guessing a password is slow from everywhere: one place gets 5 tries a minute and 15 in a quarter of an hour at one
 * account, all places together get 60 in a quarter of an hour, 5760 a day. Whoever keeps an account at that limit keeps
 * its owner out of new browsers for at most 15 minutes at a time, needs four networks for it, and never keeps out a
 * browser in which the owner was signed in before: those are counted by themselves. A right password gives the
 * points back that its own tries had a part in.
 */
/** By account and address, or by account and known browser. */
export const loginOfNetwork: Limit = { name: 'login-place', points: 5, seconds: minute };
export const loginOfNetworkSlowly: Limit = { name: 'login-place-slowly', points: 15, seconds: quarter };
/** By account, whatever the address. */
export const loginOfAccount: Limit = { name: 'login-account', points: 60, seconds: quarter };
/** By address, whatever the account. */
export const loginOfAddress: Limit = { name: 'login-address', points: 60, seconds: minute };

export const registerOfAddress: Limit = { name: 'register-address', points: 100, seconds: hour };
/** By the address of mail that signs up: its owner may get a mail for each. */
export const registerOfAccount: Limit = { name: 'register-account', points: 5, seconds: hour };

export const forgotOfAddress: Limit = { name: 'forgot-address', points: 30, seconds: hour };
/** By the address of mail, whether it has an account or not, and network: a stranger uses up only their own. */
export const forgotOfAccount: Limit = { name: 'forgot-account', points: 1, seconds: minute };
export const forgotOfAccountHourly: Limit = { name: 'forgot-account-hour', points: 6, seconds: hour };
/** By the address of mail, from wherever: so many emails may come to it. */
export const forgotOfAccountDaily: Limit = { name: 'forgot-account-day', points: 30, seconds: 24 * hour };

/** Links that confirm the address of an account, sent again, by user. */
export const confirmOfUser: Limit = { name: 'confirm-user', points: 1, seconds: minute };
export const confirmOfUserHourly: Limit = { name: 'confirm-user-hour', points: 5, seconds: hour };

/** Links by mail, by address. They cannot be guessed: this keeps the work of trying small. */
export const linkOfAddress: Limit = { name: 'link-address', points: 30, seconds: quarter };

/** The password that a change of address asks for, by user. */
export const passwordOfUser: Limit = { name: 'password-user', points: 5, seconds: minute };
export const passwordOfUserSlowly: Limit = { name: 'password-user-slowly', points: 15, seconds: quarter };
/** Mails to addresses that are not the user's yet. */
export const changeOfUser: Limit = { name: 'change-user', points: 10, seconds: hour };

export const promptHelpOfUser: Limit = { name: 'prompt-help', points: 20, seconds: minute };

/** Names of teams that visitors with a link read, by network: whoever guesses ids learns little. */
export const invitationOfNetwork: Limit = { name: 'invitation-network', points: 30, seconds: minute };
/** Titles of shared agents that visitors with a link read, by network. */
export const agentLinkOfNetwork: Limit = { name: 'agent-link-network', points: 30, seconds: minute };

type Wanted = readonly (readonly [Limit, string])[];

/**
 * Takes a point of each limit in turn; throws 429 with the wait at the first one that is used up. The narrowest stands
 * first: what it refuses does not use up the points that others have a part in.
 */
export const consumePoints = async (
  { limits }: Pick<Parts, 'limits'>,
  wanted: Wanted,
  code: RateLimitCode,
): Promise<void> => {
  for (const [limit, key] of wanted) {
    const wait = await limits.consume(limit, key);
    if (wait > 0) throw new DomainError(code, { wait });
  }
};

/** Gives all points of each limit back. */
export const givePointsBack = async ({ limits }: Pick<Parts, 'limits'>, wanted: Wanted): Promise<void> => {
  await Promise.all(wanted.map(([limit, key]) => limits.clear(limit, key)));
};

/** Sign-ins at identity providers that one address may begin. */
export const socialLoginOfAddress: Limit = { name: 'social-login-address', points: 60, seconds: 10 * minute };
