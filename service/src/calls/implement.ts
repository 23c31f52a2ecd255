import type { CallDef, Infer, InferInput } from '@atrium/shared-kernel/contracts/define';
import type { Services } from './services.ts';
import type { Viewer } from '../domain/accounts/viewer.ts';
import type { BasedOn } from '../domain/revision.ts';
import type { ErrorLog } from '../log.ts';

/** What every handler knows of its request. */
export interface RequestContext {
  readonly services: Services;
  /** The caller's address; for limits, never for the log. */
  readonly ip: string;
  /** Two letters, as the proxy in front says; none without such a proxy. */
  readonly country: string | undefined;
  /** The product's own origin that the page is on, as the request's Origin says; else the first. */
  readonly origin: string;
  /** What the browser calls itself. */
  readonly userAgent: string | undefined;
  /** The session's token as the cookie carried it. */
  readonly token: string | undefined;
  /** The browser's own token, whoever signs in with it. */
  readonly deviceToken: string | undefined;
  /** Sets or ends the session cookie of the answer. */
  readonly setSession: (session: { token: string; expires: Date } | undefined) => void;
  /** Of the sign-in at an identity provider that this browser began. */
  readonly attemptToken: string | undefined;
  /** A browser that reports how remotes fare, as the edge names it: nothing that leads to a person. */
  readonly reporter: string | undefined;
  /** Sets or ends the cookie of such a sign-in. */
  readonly setAttempt: (attempt: { token: string; expires: Date } | undefined) => void;
  /** Sets the device cookie of the answer. */
  readonly setDevice: (token: string) => void;
  /** What the change is based on, of a call that declares it. */
  readonly basedOn: BasedOn;
  readonly log: ErrorLog;
}

export interface VisitorContext extends RequestContext {
  readonly user: Viewer | undefined;
}
export interface UserContext extends RequestContext {
  readonly user: Viewer;
}
/** A call that asks for a session has its user; the access rule itself is already enforced. */
export type ContextOf<C extends CallDef> = C['access'] extends 'visitor' ? VisitorContext : UserContext;

/** The lines of a streamed answer. The answer's head leaves with the first line: before it a throw is an HTTP failure. */
export interface LineStream<Item> {
  /** False when the browser reads too slowly, or has gone: wait for `drained`. */
  write(item: Item): boolean;
  drained(): Promise<void>;
  /** Aborts when the browser has gone, or the service closes. */
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

/** Implements `call`: `handler` gets the checked input and returns the answer, which is checked and stripped. */
export const implement = <const C extends CallDef>(
  call: C,
  handler: (context: ContextOf<C>, input: InputOf<C>) => Promise<AnswerOf<C>>,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route checks the input by this call's schema, and the user by its access
): Implementation<C> => ({ call, answer: handler as Implementation['answer'] & {} });

/** Implements a call that answers with newline-separated JSON; the answer ends when `handler` settles. */
export const implementStream = <const C extends CallDef>(
  call: C,
  handler: (context: ContextOf<C>, input: InputOf<C>, lines: LineStream<ItemOf<C>>) => Promise<void>,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
): Implementation<C> => ({ call, stream: handler as Implementation['stream'] & {} });
