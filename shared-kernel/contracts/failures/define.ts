import * as z from 'zod/mini';
import type { Infer, SchemaOf } from '../define.ts';

/** An expected failure of a call: its HTTP status and its sentence for the person who asked. */
export interface FailureDef {
  readonly status: number;
  readonly msg: string | ((details: never) => string);
  /** What programs need beside the code. */
  readonly details?: SchemaOf;
  /** Whoever makes the call has to decide by the code: showing the sentence is not enough. */
  readonly decisive?: true;
}

type Sentence<S extends SchemaOf> = string | ((details: Infer<S>) => string);

const withStatus =
  (status: number) =>
  <const S extends SchemaOf | undefined = undefined>(
    msg: S extends SchemaOf ? Sentence<S> : string,
    details?: S,
  ): { readonly status: number; readonly msg: typeof msg } & (S extends SchemaOf ? { readonly details: S } : unknown) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot tell whether there are details from their type
    ({ status, msg, ...(details ? { details } : {}) }) as never;

export const badRequest = withStatus(400);
export const unauthorized = withStatus(401);
export const forbidden = withStatus(403);
export const notFound = withStatus(404);
export const conflict = withStatus(409);
export const gone = withStatus(410);
export const preconditionFailed = withStatus(412);
export const tooLarge = withStatus(413);
export const unsupported = withStatus(415);
export const unprocessable = withStatus(422);
export const internal = withStatus(500);
export const notImplemented = withStatus(501);
export const badGateway = withStatus(502);
export const unavailable = withStatus(503);

/** `wait`: milliseconds until the next try. The wire has it as `_msBeforeNext`. */
const wait = () => z.object({ wait: z.number() });
/** One may do it again after `wait` milliseconds. */
export const rateLimited = (msg: string) => withStatus(429)<typeof wait>(msg, wait);
/** The same where the sentence names the limit. */
export const limited = (msg: (details: { readonly limit: number }) => string) =>
  withStatus(429)(msg, () => z.object({ wait: z.number(), limit: z.int() }));

/** A screen that makes the call must know this failure. */
export const decisive = <const F extends FailureDef>(failure: F): F & { readonly decisive: true } => ({
  ...failure,
  decisive: true,
});
