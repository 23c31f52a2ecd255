import { answerOf, type FailureAnswer } from '@atrium/shared-kernel/contracts/failures/answer';
import { type FailureCode, failureCodesOf } from '@atrium/shared-kernel/contracts/failures/failures';
import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import { DomainError } from '../domain/domain-error.ts';

interface HttpFailure extends FailureAnswer {
  /** A bug of the service, which has to be logged. */
  readonly unexpected: boolean;
}

/** Codes for requests that Fastify itself refuses. */
const refusals: Readonly<Record<number, FailureCode>> = { 400: 'invalid-json', 413: 'too-large', 415: 'not-json' };

/** Codes of Fastify's own errors, and of a request whose sender went away before its body had arrived. */
const ofServer = /^(FST_|ECONNRESET$)/;

/** Errors of clients carry the status that another server gave them, such as a payment provider, so it is not ours. */
const statusOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error) || !('code' in error && 'statusCode' in error)) return undefined;
  const { code, statusCode } = error;
  return typeof code === 'string' && ofServer.test(code) && typeof statusCode === 'number' ? statusCode : undefined;
};

/** The one place that turns an error into an answer; a 5xx never carries internal text. */
export const toHttp = (error: unknown): HttpFailure => {
  if (error instanceof DomainError) return { ...answerOf(error.code, ...error.details), unexpected: false };
  const status = statusOf(error);
  if (status === undefined || status < 400 || status >= 500) return { ...answerOf('unexpected'), unexpected: true };
  const { body } = answerOf(refusals[status] ?? 'invalid-request');
  return { status, body, unexpected: false };
};

/** Seconds for the header `Retry-After` of a 429, for programs that do not know `_msBeforeNext`. */
export const secondsToWait = (body: FailureAnswer['body']): number | undefined => {
  const { _msBeforeNext: wait } = body;
  return typeof wait === 'number' ? Math.ceil(wait / 1000) : undefined;
};

const declared: ReadonlyMap<string, readonly string[]> = new Map(
  callTable.map((call) => [call.name, failureCodesOf(call)]),
);

/** Whether a call fails with a code that its contract does not declare. */
export const isUndeclared = (call: string | undefined, error: unknown): boolean =>
  call !== undefined && error instanceof DomainError && declared.get(call)?.includes(error.code) === false;
