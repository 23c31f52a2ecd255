import type { CallFailure } from './call-failure.ts';
import type { CallDef } from '../contracts/define.ts';
import type { DetailsOf, FailureCode, FailureCodeOf } from '../contracts/failures/failures.ts';
import type { failures } from '../contracts/failures/general.ts';

/*
 * Built into each remote, so that a remote reads failures itself and also works in shells whose client knows no codes.
 */

/** The body of a failed call with a known code. */
export interface FailedWith<Code extends FailureCode> {
  readonly body: { readonly code: Code; readonly msg: string } & Omit<DetailsOf<Code> & object, 'wait'>;
}

/** Whether an error is a failed call: in the service, in the network, or by an answer that breaks its contract. */
export const isCallFailure = (error: unknown): error is CallFailure =>
  error instanceof Error && error.name === 'CallError';

const codeOf = (error: unknown): unknown => (isCallFailure(error) ? Object(error.body).code : undefined);

/**
 * The message of the service if there is one, otherwise `fallback` (A8.01, B8.01). Of a failure that the service did not
 * expect it can only say that one occurred, so `fallback` says more.
 */
export const messageOf = (error: unknown, fallback: string): string =>
  (isCallFailure(error) && codeOf(error) !== 'unexpected' ? error.msg : undefined) ?? fallback;

/** Whether `call` failed with `code`, one of those that the call can fail with. */
export const isFailure = <C extends CallDef, const Code extends FailureCodeOf<C>>(
  error: unknown,
  _call: C,
  code: Code,
): error is CallFailure & FailedWith<Code> => codeOf(error) === code;

/** The same for a code that calls have without declaring it: `stale`, `other-person`, `invalid-input`. */
export const isGeneralFailure = <const Code extends keyof typeof failures>(
  error: unknown,
  code: Code,
): error is CallFailure & FailedWith<Code> => codeOf(error) === code;
