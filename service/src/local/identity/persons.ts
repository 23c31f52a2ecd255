import { createHash } from 'node:crypto';
import type { Provider } from '../../ports/identity.ts';

/** The identity that a user chose on the stand-in's page. */
export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly verified: boolean;
}

type Claims = Readonly<Record<string, unknown>>;

/** The subject for an email address. It survives restarts and differs between providers. */
export const subjectOf = (provider: Provider, email: string): string =>
  createHash('sha256').update(`${provider} ${email.toLowerCase()}`).digest('hex').slice(0, 32);

const names = ({ firstName, lastName }: Person): Claims => ({
  name: `${firstName} ${lastName}`.trim(),
  given_name: firstName,
  ...(lastName ? { family_name: lastName } : {}),
});

/** The claims about a person in the ID token of each provider. */
export const claimsOf = (provider: Provider, person: Person): Claims => {
  const { email, verified } = person;
  if (provider === 'google') return { email, email_verified: verified, ...names(person) };
  if (provider === 'apple') return { email, email_verified: String(verified) };
  return { email, preferred_username: email, ...names(person), ...(verified ? { xms_edov: true } : {}) };
};

/** The fields of the provider's answer besides the code. Apple sends names only the `first` time. */
export const extrasOf = (provider: Provider, person: Person, first: boolean): Claims => {
  const { email, firstName, lastName } = person;
  if (provider === 'apple') return first ? { user: JSON.stringify({ name: { firstName, lastName }, email }) } : {};
  if (provider === 'google') return {};
  const info = { uid: subjectOf(provider, email), utid: 'atrium-local' };
  return {
    client_info: Buffer.from(JSON.stringify(info)).toString('base64url'),
    session_state: subjectOf(provider, `session ${email}`),
  };
};
