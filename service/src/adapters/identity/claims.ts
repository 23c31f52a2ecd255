import { plainForm } from '@atrium/shared-kernel/contracts/plain-text';
import { isEmail } from '@atrium/shared-kernel/contracts/validation';
import type { JWTPayload } from 'jose';
import { nameOf } from '../../formats/person-names.ts';
import type { Provider, ProvenIdentity } from '../../ports/identity.ts';

const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1';

/** The first email address, in the form in which forms send it too: otherwise nobody could enter it. */
const addressOf = (...values: readonly unknown[]): string | undefined => {
  const found = values.find(
    (value): value is string => typeof value === 'string' && isEmail(value) && !/\p{Cc}/u.test(value),
  );
  return found === undefined ? undefined : plainForm(found);
};

const splitName = (name: string | undefined): readonly [string | undefined, string | undefined] => {
  const [first, ...rest] = name?.split(' ') ?? [];
  return [first, rest.join(' ') || undefined];
};

/** A subject of at most 255 ASCII characters (OpenID Connect Core, 2). */
export const isSubject = (value: unknown): value is string => typeof value === 'string' && /^[!-~]{1,255}$/.test(value);

/**
 * The user that an ID token identifies. Microsoft's tenants can put any address into `email`, so it only counts as
 * verified if the token says so, by `xms_edov`. An address that its plain form changes does not count either: the
 * provider verified another mailbox than the one that the plain form names.
 */
export const identityOf = (provider: Provider, claims: JWTPayload): ProvenIdentity => {
  const azure = provider === 'azure';
  const email = addressOf(claims['email'], ...(azure ? [claims['preferred_username']] : []));
  const raw = claims['email'];
  const verified = isTrue(claims['email_verified']) || (azure && isTrue(claims['xms_edov']));
  const [first, last] = splitName(nameOf(claims['name']));
  return {
    issuer: claims.iss ?? '',
    subject: claims.sub ?? '',
    email,
    emailVerified: email !== undefined && typeof raw === 'string' && raw.trim() === email && verified,
    firstName: nameOf(claims['given_name']) ?? first,
    lastName: nameOf(claims['family_name']) ?? (claims['given_name'] === undefined ? last : undefined),
  };
};
