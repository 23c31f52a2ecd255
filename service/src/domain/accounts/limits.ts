import type { RateLimitCode } from '@atrium/shared-kernel/contracts/failures/failures';
import type { Limit } from '../../ports/limits.ts';
import type { Parts } from '../parts.ts';
import { DomainError } from '../domain-error.ts';
import { networkOf, widerNetworksOf } from './networks.ts';

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

/*
 * Guessing a password is slow from everywhere. One network gets 5 attempts a minute and 15 in a quarter of an hour per
 * account; all networks together get 60 in a quarter of an hour, 5760 a day. An attacker who keeps an account at that
 * limit needs four networks, locks the owner out of new browsers for at most 15 minutes at a time, and never locks out
 * a browser in which the owner has signed in before, because those have limits of their own. A correct password resets
 * the limits that its own attempts counted against.
 */
/** By account and address, or by account and known browser. */
export const loginOfNetwork: Limit = { name: 'login-network', points: 5, seconds: minute };
export const loginOfNetworkSlowly: Limit = { name: 'login-network-slowly', points: 15, seconds: quarter };
/** By account, whatever the address. */
export const loginOfAccount: Limit = { name: 'login-account', points: 60, seconds: quarter };
/** The same on the operator page, so that strangers at the product's page do not lock an operator out of it. */
export const operatorLoginOfAccount: Limit = { name: 'operator-login-account', points: 60, seconds: quarter };
/** By address, whatever the account; also by known browser. */
export const loginOfAddress: Limit = { name: 'login-address', points: 60, seconds: minute };
/** By network: sign-ins that start at an identity provider. Nothing can be guessed there. */
export const socialLoginOfAddress: Limit = { name: 'social-login-address', points: 60, seconds: minute };

export const registerOfAddress: Limit = { name: 'register-address', points: 100, seconds: hour };
/** By the email address that signs up: its owner may get an email for each attempt. */
export const registerOfAccount: Limit = { name: 'register-account', points: 5, seconds: hour };

export const forgotOfAddress: Limit = { name: 'forgot-address', points: 30, seconds: hour };
/** By email address, whether or not it has an account, and network: a stranger uses up only their own points. */
export const forgotOfAccount: Limit = { name: 'forgot-account', points: 1, seconds: minute };
export const forgotOfAccountHourly: Limit = { name: 'forgot-account-hour', points: 6, seconds: hour };
/**
 * By email address, from any network: this many emails may be sent to it. A stranger needs two networks to use up those of
 * an hour, and eight hours for those of a day. From then on there is one an hour, for which the owner competes.
 */
export const forgotOfAccountEverywhere: Limit = { name: 'forgot-account-everywhere', points: 8, seconds: hour };
export const forgotOfAccountDaily: Limit = { name: 'forgot-account-day', points: 60, seconds: 24 * hour };
export const forgotOfAccountSlowly: Limit = { name: 'forgot-account-slowly', points: 1, seconds: hour };
/** By signed-in user, or by known browser of the account: used once strangers have used up one of those. */
export const forgotOfOwner: Limit = { name: 'forgot-owner', points: 5, seconds: hour };

/** By user: new links that confirm the address of an account. */
export const confirmOfUser: Limit = { name: 'confirm-user', points: 1, seconds: minute };
export const confirmOfUserHourly: Limit = { name: 'confirm-user-hour', points: 5, seconds: hour };

/** By network: attempts to use an email link that is not valid. Colleagues who follow their own links take no points. */
export const linkOfAddress: Limit = { name: 'link-address', points: 30, seconds: quarter };
/** By user whose valid link is presented: each attempt to set a password with it costs a hash. */
export const linkOfUser: Limit = { name: 'link-user', points: 30, seconds: quarter };

/** By user: the password that a change of address requires. */
export const passwordOfUser: Limit = { name: 'password-user', points: 5, seconds: minute };
export const passwordOfUserSlowly: Limit = { name: 'password-user-slowly', points: 15, seconds: quarter };
/** By user: emails to addresses that are not the user's yet. */
export const changeOfUser: Limit = { name: 'change-user', points: 10, seconds: hour };

export const promptHelpOfUser: Limit = { name: 'prompt-help', points: 20, seconds: minute };

/** By network: reading the name of a team through an invitation link, so that guessing ids reveals little. */
export const invitationOfNetwork: Limit = { name: 'invitation-network', points: 30, seconds: minute };
/** By network: reading the title of an agent through its link. */
export const agentLinkOfNetwork: Limit = { name: 'agent-link-network', points: 30, seconds: minute };

export type Charges = readonly (readonly [Limit, string])[];

/** How many times the points of one network all those in a wider one get together, by its bits. */
const shares = { 56: 4, 48: 8 } as const;

/** The charges of a limit by the networks around one of IPv6, because one line has hundreds of networks. */
export const chargesOfWiderNetworks = (limit: Limit, ip: string): Charges => {
  const wider = widerNetworksOf(ip);
  return ([56, 48] as const).flatMap((bits) => {
    const { [bits]: network } = wider;
    const share = { ...limit, name: `${limit.name}-${bits}`, points: limit.points * shares[bits] };
    return network === undefined ? [] : [[share, network] as const];
  });
};

/** The charges of a limit by network, and by those around it. */
export const chargesOfNetwork = (limit: Limit, ip: string): Charges => [
  [limit, networkOf(ip)],
  ...chargesOfWiderNetworks(limit, ip),
];

/**
 * Consumes one point of each limit, in order. Fails with `code` and the `wait` at the first limit that is used up. The
 * narrowest limit comes first, so that what it refuses does not use up points shared with others.
 */
export const consumePoints = async (
  { limits }: Pick<Parts, 'limits'>,
  charges: Charges,
  code: RateLimitCode,
): Promise<void> => {
  for (const [limit, key] of charges) {
    const wait = await limits.consume(limit, key);
    if (wait > 0) throw new DomainError(code, { wait });
  }
};

/** Restores all points of each limit. */
export const restorePoints = async ({ limits }: Pick<Parts, 'limits'>, charges: Charges): Promise<void> => {
  await Promise.all(charges.map(([limit, key]) => limits.clear(limit, key)));
};
