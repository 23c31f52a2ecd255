import type { ModelFailure } from '../../../ports/model-failure.ts';
import { diagnose, unreachable } from '../diagnose.ts';
import { errorIn } from '../error-body.ts';

/** Of the SDK's errors, whichever of its classes they are: those of its streams have none that is exported. */
interface SdkError {
  readonly statusCode?: unknown;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: unknown;
  readonly data?: unknown;
  /** Of an event that has another shape than the SDK expects. */
  readonly value?: unknown;
}

/** What the SDK throws where a provider refuses, reports an error in its stream, or cannot be reached. */
export const sdkFailure = (error: unknown, apiKey: string | undefined): ModelFailure => {
  if (!(error instanceof Error)) return diagnose(errorIn(error) ?? { message: String(error) }, undefined, apiKey);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is looked for before it is used
  const { statusCode, responseHeaders = {}, responseBody, data, value } = error as SdkError;
  const said = errorIn(responseBody) ?? errorIn(data) ?? errorIn(value);
  // An answer of 200 that cannot be read, or breaks off, says nothing of why.
  if (typeof statusCode !== 'number' || (statusCode < 400 && !said))
    return said ? diagnose(said, undefined, apiKey) : unreachable(error);
  const body = said ?? {
    message: typeof responseBody === 'string' && responseBody !== '' ? responseBody : error.message,
  };
  return diagnose(body, { status: statusCode, headers: new Headers(responseHeaders) }, apiKey);
};
