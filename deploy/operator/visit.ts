import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Upstream } from '../release/upstream.ts';
import type { Desk } from './desk.ts';
import type { Html } from './html.ts';
import type { Session } from './sessions.ts';
import type { Oidc } from './sign-in/oidc.ts';

export interface OperatorHandlerOptions {
  readonly environment: string;
  /** Its own origin, which must not be one of the product. */
  readonly origin: string;
  /** The product’s origin, whose admins may sign in. */
  readonly product: string;
  readonly desk: () => Promise<Desk> | Desk;
  readonly service: Upstream;
  /** Whether product admins can use their passkeys here: the host has to be the product’s, or a subdomain of it. */
  readonly passkeys: boolean;
  readonly oidc?: Oidc | undefined;
  /** Whether an address belongs to a proxy that may forward the addresses of its callers. */
  readonly isProxy: (address: string) => boolean;
  readonly httpsSeconds?: number | undefined;
  readonly report: (problem: string) => void;
  readonly now?: () => number;
}

/** What a route needs to handle one request. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The address of the caller, by which the service limits sign-ins. */
  readonly ip: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly session: Session | undefined;
  readonly show: (title: string, content: Html, more?: Shown) => void;
  /** The fields of a form of this origin, with the token of the session if there is one. */
  form(): Promise<Readonly<Record<string, string>>>;
  /** The fields of a form of this origin, from a user who may not be signed in yet. */
  openForm(): Promise<Readonly<Record<string, string>>>;
}
interface Shown {
  readonly status?: number;
  readonly cookies?: readonly string[];
  readonly passkey?: boolean;
  readonly again?: number | undefined;
}
