import type { ModelFailure } from '../../../ports/model-failure.ts';
import { diagnose, type ErrorBody, mayBePictures, unreachable } from '../diagnose.ts';
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

interface Refusal {
  readonly body: ErrorBody;
  /** Undefined if the refusal has no status of its own, such as an error in a stream. */
  readonly answer?: { readonly status: number; readonly headers: Headers };
}

/** The reason that a provider gave for an error of the SDK; undefined if it gave none. */
const refusalIn = (error: unknown): Refusal | undefined => {
  if (!(error instanceof Error)) return { body: errorIn(error) ?? { message: String(error) } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is looked for before it is used
  const { statusCode, responseHeaders = {}, responseBody, data, value } = error as SdkError;
  const reported = errorIn(responseBody) ?? errorIn(data) ?? errorIn(value);
  // An answer of 200 that cannot be read or breaks off contains no reason.
  if (typeof statusCode !== 'number' || (statusCode < 400 && !reported)) return reported && { body: reported };
  const body = reported ?? {
    message: typeof responseBody === 'string' && responseBody !== '' ? responseBody : error.message,
  };
  return { body, answer: { status: statusCode, headers: new Headers(responseHeaders) } };
};

/** Converts what the SDK throws if a provider refuses, reports an error in its stream, or cannot be reached. */
export const sdkFailure = (error: unknown, apiKey: string | undefined): ModelFailure => {
  const refusal = refusalIn(error);
  return refusal ? diagnose(refusal.body, refusal.answer, apiKey) : unreachable(error);
};

/** Whether a request may have been refused because of its pictures. */
export const mayRefusePictures = (error: unknown): boolean => {
  const refusal = refusalIn(error);
  return refusal?.answer !== undefined && mayBePictures(refusal.answer.status, refusal.body);
};
