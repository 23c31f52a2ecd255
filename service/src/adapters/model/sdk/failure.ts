import type { ModelFailure } from '../../../ports/model-failure.ts';
import { diagnose, unreachable } from '../diagnose.ts';
import { errorIn } from '../error-body.ts';

/** Fields of the SDK's errors. Errors of its streams have no exported class, so classes are not checked. */
interface SdkError {
  readonly statusCode?: unknown;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: unknown;
  readonly data?: unknown;
  /** The value of an event that does not match the SDK's schema. */
  readonly value?: unknown;
}

/** Converts what the SDK throws if a provider refuses, reports an error in its stream, or cannot be reached. */
export const sdkFailure = (error: unknown, apiKey: string | undefined): ModelFailure => {
  if (!(error instanceof Error)) return diagnose(errorIn(error) ?? { message: String(error) }, undefined, apiKey);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is looked for before it is used
  const { statusCode, responseHeaders = {}, responseBody, data, value } = error as SdkError;
  const reported = errorIn(responseBody) ?? errorIn(data) ?? errorIn(value);
  // An answer of 200 that cannot be read or breaks off contains no reason.
  if (typeof statusCode !== 'number' || (statusCode < 400 && !reported))
    return reported ? diagnose(reported, undefined, apiKey) : unreachable(error);
  const body = reported ?? {
    message: typeof responseBody === 'string' && responseBody !== '' ? responseBody : error.message,
  };
  return diagnose(body, { status: statusCode, headers: new Headers(responseHeaders) }, apiKey);
};
