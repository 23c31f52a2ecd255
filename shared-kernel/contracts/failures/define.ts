import * as z from 'zod/mini';
import type { Infer, SchemaOf } from '../define.ts';

/** An expected failure of a call: its HTTP status and its sentence for the user who made the call. */
export interface FailureDef {
  readonly status: number;
  readonly msg: string | ((details: never) => string);
  /** Data that programs need besides the code. */
  readonly details?: SchemaOf;
  /** Callers have to handle this code; showing the sentence is not enough. */
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
/** The call may be repeated after `wait` milliseconds. */
export const rateLimited = (msg: string) => withStatus(429)<typeof wait>(msg, wait);
/** The same with a sentence that names the limit. */
export const limited = (msg: (details: { readonly limit: number }) => string) =>
  withStatus(429)(msg, () => z.object({ wait: z.number(), limit: z.int() }));

/** Marks a failure that each screen making the call has to handle. */
export const decisive = <const F extends FailureDef>(failure: F): F & { readonly decisive: true } => ({
  ...failure,
  decisive: true,
});
