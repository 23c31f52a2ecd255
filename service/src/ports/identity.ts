import type { identityProviders } from '@atrium/shared-kernel/contracts/constants';

export type Provider = (typeof identityProviders)[number];

/** The providers' names as users know them. */
export const providerNames: Readonly<Record<Provider, string>> = {
  google: 'Google',
  apple: 'Apple',
  azure: 'Microsoft',
};

/** What the answer to one sign-in at a provider is checked against. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** PKCE's code verifier. */
  readonly verifier: string;
  /** The callback that the provider sends the browser to. */
  readonly redirectUri: string;
}

/** A user's identity, as the provider proves it. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** A valid address; undefined if the provider gives none. */
  readonly email: string | undefined;
  /** Whether the provider confirms that the address belongs to this user. */
  readonly emailVerified: boolean;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
}

/** `unavailable`: the provider does not answer. `refused`: its answer, or the browser's request, is not valid. */
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

/**
 * Sign-in at identity providers by OpenID Connect's authorization code flow. All methods reject with an
 * `IdentityError`.
 */
export interface IdentityPort {
  /** The providers that are set up. */
  readonly providers: readonly Provider[];
  /** The address of the provider's page. */
  authorizationUrl(provider: Provider, attempt: Attempt): Promise<string>;
  /** Checks which issuer answered, if the provider's answers name it (RFC 9207). */
  checkIssuer(provider: Provider, issuer: string | undefined): Promise<void>;
  /** The ID token for a code. */
  exchange(provider: Provider, code: string, attempt: Attempt): Promise<string>;
  /** Checks signature, issuer, audience, times and nonce of an ID token. */
  verify(provider: Provider, idToken: string, nonce: string): Promise<ProvenIdentity>;
}
