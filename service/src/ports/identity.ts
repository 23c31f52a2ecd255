import type { identityProviders } from '@atrium/shared-kernel/contracts/constants';

export type Provider = (typeof identityProviders)[number];

/** The providers by the names that people know them by. */
export const providerNames: Readonly<Record<Provider, string>> = {
  google: 'Google',
  apple: 'Apple',
  azure: 'Microsoft',
};

/** What one sign-in at a provider is held to. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
  /** The callback that the provider sends the browser to. */
  readonly redirectUri: string;
}

/** Who somebody is, as their provider proves it. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** A valid address; none where the provider gave no such one. */
  readonly email: string | undefined;
  /** The provider says that the address is this person's. */
  readonly emailVerified: boolean;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
}

/** `unavailable`: the provider does not answer. `refused`: what came from it, or from the browser, is not right. */
export type IdentityFault = 'unavailable' | 'refused';

/** An expected failure of a sign-in; the cause is for the log. */
export class IdentityError extends Error {
  readonly fault: IdentityFault;

  constructor(fault: IdentityFault, cause: unknown) {
    super(`The sign-in failed: ${fault}.`, { cause });
    this.name = 'IdentityError';
    this.fault = fault;
  }
}

/** Sign-in at outside identity providers by OpenID Connect's code flow. Everything rejects with an `IdentityError`. */
export interface IdentityPort {
  /** Those that are set up. */
  readonly providers: readonly Provider[];
  /** The address of the provider's page. */
  authorizationUrl(provider: Provider, attempt: Attempt): Promise<string>;
  /** Checks who answered, where the provider's answers say so (RFC 9207). */
  checkIssuer(provider: Provider, issuer: string | undefined): Promise<void>;
  /** The ID token for a code. */
  exchange(provider: Provider, code: string, attempt: Attempt): Promise<string>;
  /** Checks signature, issuer, audience, times and nonce of an ID token. */
  verify(provider: Provider, idToken: string, nonce: string): Promise<ProvenIdentity>;
}
