import { isEmail } from '@atrium/shared-kernel/contracts/validation';
import type { JWTPayload } from 'jose';
import * as z from 'zod';
import type { Provider, ProvenIdentity } from '../../ports/identity.ts';

const nameMax = 100;

/** Control characters, those that turn the direction of a text, and white space. */
const unshown = /[\p{Cc}\p{Cs}\s\u202A-\u202E\u2066-\u2069]+/gu;

/** A name that may be shown and kept: one line, of bounded length. */
const nameOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined;
  const clean = value.replaceAll(unshown, ' ').trim();
  // A sign that the cut has halved is none.
  return clean.slice(0, nameMax).replace(/\p{Cs}$/u, '') || undefined;
};

const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1';

const addressOf = (...values: readonly unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && isEmail(value) && !/\p{Cc}/u.test(value));

const splitName = (name: string | undefined): readonly [string | undefined, string | undefined] => {
  const [first, ...rest] = name?.split(' ') ?? [];
  return [first, rest.join(' ') || undefined];
};

/** Longer ones no provider makes. */
export const isSubject = (value: unknown): value is string => typeof value === 'string' && /^[!-~]{1,255}$/.test(value);

/**
 * The person of an ID token. Microsoft's tenants put any address into `email`: it counts as verified only where the
 * token says so, by `xms_edov`.
 */
export const identityOf = (provider: Provider, claims: JWTPayload): ProvenIdentity => {
  const azure = provider === 'azure';
  const email = addressOf(claims['email'], ...(azure ? [claims['preferred_username']] : []));
  const verified = isTrue(claims['email_verified']) || (azure && isTrue(claims['xms_edov']));
  const [first, last] = splitName(nameOf(claims['name']));
  return {
    issuer: claims.iss ?? '',
    subject: claims.sub ?? '',
    email,
    emailVerified: email !== undefined && email === claims['email'] && verified,
    firstName: nameOf(claims['given_name']) ?? first,
    lastName: nameOf(claims['family_name']) ?? (claims['given_name'] === undefined ? last : undefined),
  };
};

const appleUser = z.object({ name: z.object({ firstName: z.unknown(), lastName: z.unknown() }).partial().optional() });

/** The names in the `user` that Apple posts at a person's first sign-in. It is not signed: nothing else of it counts. */
export const appleNames = (user: string | undefined): Pick<ProvenIdentity, 'firstName' | 'lastName'> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(user ?? '{}');
  } catch {
    // It is not signed, and only ever a suggestion of a name.
    parsed = {};
  }
  const { name } = appleUser.safeParse(parsed).data ?? {};
  return { firstName: nameOf(name?.firstName), lastName: nameOf(name?.lastName) };
};
