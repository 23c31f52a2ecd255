import { answerOf, type FailureAnswer } from '@atrium/shared-kernel/contracts/failures/answer';
import { type FailureCode, failureCodesOf } from '@atrium/shared-kernel/contracts/failures/failures';
import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import { DomainError } from '../domain/domain-error.ts';

interface HttpFailure extends FailureAnswer {
  /** The fault is ours: it belongs in the log. */
  readonly unexpected: boolean;
}

/** Requests that the server itself refuses before anything reads them. */
const refusals: Readonly<Record<number, FailureCode>> = { 400: 'invalid-json', 413: 'too-large', 415: 'not-json' };

const statusOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;

/** The one place that turns an error into an answer; a 5xx never carries internal text. */
export const toHttp = (error: unknown): HttpFailure => {
  if (error instanceof DomainError) return { ...answerOf(error.code, ...error.details), unexpected: false };
  const status = statusOf(error);
  if (status === undefined || status < 400 || status >= 500) return { ...answerOf('unexpected'), unexpected: true };
  const { body } = answerOf(refusals[status] ?? 'invalid-request');
  return { status, body, unexpected: false };
};

/** Of a 429, for `Retry-After`: programs that know nothing of `_msBeforeNext` wait by it. */
export const secondsToWait = (body: FailureAnswer['body']): number | undefined => {
  const { _msBeforeNext: wait } = body;
  return typeof wait === 'number' ? Math.ceil(wait / 1000) : undefined;
};

const declared: ReadonlyMap<string, readonly string[]> = new Map(
  callTable.map((call) => [call.name, failureCodesOf(call)]),
);

/** A call that fails with a code that it does not declare breaks its contract. */
export const isUndeclared = (call: string | undefined, error: unknown): boolean =>
  call !== undefined && error instanceof DomainError && declared.get(call)?.includes(error.code) === false;
