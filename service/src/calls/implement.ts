import type { CallDef, Infer, InferInput } from '@atrium/shared-kernel/contracts/define';
import type { Services } from './services.ts';
import type { Viewer } from '../domain/accounts/viewer.ts';
import type { BasedOn } from '../domain/revision.ts';
import type { ErrorLog } from '../log.ts';

/** What every handler knows about its request. */
export interface RequestContext {
  readonly services: Services;
  /** The caller's IP address; for limits, never for the log. */
  readonly ip: string;
  /** The two-letter country code from the proxy; undefined without such a proxy. */
  readonly country: string | undefined;
  /** The product origin of the page, from the Origin header; by default the first one. */
  readonly origin: string;
  /** The `User-Agent` header. */
  readonly userAgent: string | undefined;
  /** The session's token from the cookie. */
  readonly token: string | undefined;
  /** The browser's own token, whoever signs in with it. */
  readonly deviceToken: string | undefined;
  /** Sets or clears the session cookie in the response. */
  readonly setSession: (session: { token: string; expires: Date } | undefined) => void;
  /** The token of the sign-in that this browser started at an identity provider. */
  readonly attemptToken: string | undefined;
  /** The id that the edge gave to a browser that reports the health of remotes; it leads to no person. */
  readonly reporter: string | undefined;
  /** Sets or clears the cookie of such a sign-in. */
  readonly setAttempt: (attempt: { token: string; expires: Date } | undefined) => void;
  /** Sets the device cookie in the response. */
  readonly setDevice: (token: string) => void;
  /** The revisions that the change is based on, for a call that declares them. */
  readonly basedOn: BasedOn;
  /** Aborts when the response has ended or the browser has left; for costly work that nobody may wait for any more. */
  readonly closed: () => AbortSignal;
  readonly log: ErrorLog;
}

export interface VisitorContext extends RequestContext {
  readonly user: Viewer | undefined;
}
export interface UserContext extends RequestContext {
  readonly user: Viewer;
}
/**
 * The context of a call by its access rule: a call that requires a session has a user. The rule itself is already
 * enforced.
 */
export type ContextOf<C extends CallDef> = C['access'] extends 'visitor' ? VisitorContext : UserContext;

/**
 * The lines of a streamed response. The headers are sent with the first line; an error before that is an HTTP failure.
 */
export interface LineStream<Item> {
  /** False if the browser reads too slowly or has disconnected: then wait for `drained`. */
  write(item: Item): boolean;
  drained(): Promise<void>;
  /** Aborts when the browser disconnects or the service closes. */
  readonly closed: AbortSignal;
}

type InputOf<C extends CallDef> = Infer<C['input']>;
type AnswerOf<C extends CallDef> = InferInput<C['output']>;
type ItemOf<C extends CallDef> = C extends { item: infer S } ? Infer<S> : never;

export interface Implementation<C extends CallDef = CallDef> {
  readonly call: C;
  readonly answer?: (context: UserContext, input: unknown) => Promise<unknown>;
  readonly stream?: (context: UserContext, input: unknown, lines: LineStream<unknown>) => Promise<void>;
}

/**
 * Implements `call`: `handler` gets the validated input and returns the answer, which is validated and stripped of
 * unknown fields.
 */
export const implement = <const C extends CallDef>(
  call: C,
  handler: (context: ContextOf<C>, input: InputOf<C>) => Promise<AnswerOf<C>>,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route validates the input by this call's schema, and the user by its access rule
): Implementation<C> => ({ call, answer: handler as Implementation['answer'] & {} });

/** Implements a call that streams newline-delimited JSON; the response ends when `handler` settles. */
export const implementStream = <const C extends CallDef>(
  call: C,
  handler: (context: ContextOf<C>, input: InputOf<C>, lines: LineStream<ItemOf<C>>) => Promise<void>,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
): Implementation<C> => ({ call, stream: handler as Implementation['stream'] & {} });
