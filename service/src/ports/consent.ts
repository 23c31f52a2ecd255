import type { workspaceProviders } from '@atrium/shared-kernel/contracts/constants';

export type WorkspaceProvider = (typeof workspaceProviders)[number];

/** What one consent at a provider is held to. */
export interface ConsentAttempt {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
  /** The callback that the provider sends the browser to. */
  readonly redirectUri: string;
}

/** What a person has let the product read. */
export interface Consent {
  /** The address of their account there; none where the provider tells none. */
  readonly account: string | undefined;
  /** Of those that were asked for, the ones that were given; at least one. */
  readonly scopes: readonly string[];
  readonly tokens: { readonly access: string; readonly refresh?: string | undefined };
}

/** `unavailable`: the provider does not answer. `refused`: what came from it, or from the browser, is not right. */
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

/** Read-only access to workspace services by OAuth's code flow. Everything rejects with a `ConsentError`. */
export interface ConsentPort {
  /** Those that are set up. */
  readonly providers: readonly WorkspaceProvider[];
  /** The address of the provider's consent page. */
  authorizationUrl(provider: WorkspaceProvider, attempt: ConsentAttempt): Promise<string>;
  /** What was consented to, for the query that the provider sent the browser back with. */
  exchange(provider: WorkspaceProvider, query: URLSearchParams, attempt: ConsentAttempt): Promise<Consent>;
  /** Ends the access at the provider; does nothing where it knows no such way, as Microsoft does not. */
  revoke(provider: WorkspaceProvider, tokens: Consent['tokens']): Promise<void>;
}
