import type { workspaceProviders } from '@atrium/shared-kernel/contracts/constants';

export type WorkspaceProvider = (typeof workspaceProviders)[number];

/** What the answer to one consent request is checked against. */
export interface ConsentAttempt {
  readonly state: string;
  readonly nonce: string;
  /** PKCE's code verifier. */
  readonly verifier: string;
  /** The callback that the provider sends the browser to. */
  readonly redirectUri: string;
}

/** What a user has allowed the product to read. */
export interface Consent {
  /** The address of the user's account there; undefined if the provider names none. */
  readonly account: string | undefined;
  /** Issuer and subject of that account, which stay the same if its address changes. */
  readonly owner: string | undefined;
  /** The requested scopes that were granted; at least one. */
  readonly scopes: readonly string[];
  readonly tokens: { readonly access: string; readonly refresh?: string | undefined };
}

/** `unavailable`: the provider does not answer. `refused`: its answer, or the browser's request, is not valid. */
export type ConsentFault = 'unavailable' | 'refused';

/** An expected failure of a consent; the cause is for the log. */
export class ConsentError extends Error {
  readonly fault: ConsentFault;

  constructor(fault: ConsentFault, cause: unknown) {
    super(`The consent failed: ${fault}.`, { cause });
    this.name = 'ConsentError';
    this.fault = fault;
  }
}

/**
 * Read-only access to workspace services by OAuth's authorization code flow. All methods reject with a `ConsentError`.
 */
export interface ConsentPort {
  /** The providers that are set up. */
  readonly providers: readonly WorkspaceProvider[];
  /** The address of the provider's consent page. */
  authorizationUrl(provider: WorkspaceProvider, attempt: ConsentAttempt): Promise<string>;
  /** Exchanges the code in the query of the callback for the consent. */
  exchange(provider: WorkspaceProvider, query: URLSearchParams, attempt: ConsentAttempt): Promise<Consent>;
  /** Revokes the access at the provider; does nothing if the provider cannot revoke, such as Microsoft. */
  revoke(provider: WorkspaceProvider, tokens: Consent['tokens']): Promise<void>;
}
