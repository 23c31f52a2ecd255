import type { ReplyFailure } from '@atrium/shared-kernel/contracts/failure-words';
import { ModelFailure } from '../../ports/model-failure.ts';

/** The details of an error that an endpoint reports, in OpenAI's or another format. */
export interface ErrorBody {
  readonly message?: string | undefined;
  readonly code?: string | number | null | undefined;
  readonly type?: string | null | undefined;
  /** Milliseconds to wait before a retry, as requested by the endpoint. */
  readonly wait?: number | undefined;
}

const tooLong =
  /context[ _-]?(?:length|limit|window|size)|maximum (?:context|prompt length)|(?:prompt|input|request|message)s? (?:is|are) too (?:long|large)|too many tokens|token count .* exceeds|string_above_max|reduce the length/i;
const refused = /content[ _-]?(?:filter|policy|management)|moderation|safety|usage polic|image_generation_user_error/i;
/** Google's word for its rate limits, whose messages mention billing. */
const exhausted = /resource[ _]?exhausted/i;
const unpaid = /insufficient[ _]quota|billing|credit balance|payment required/i;
const busy = /overloaded|rate[ _-]?limit|too many requests|no capacity|at capacity|try again later/i;

/** Statuses below 500 that are not the request's fault: a timeout, and Bedrock's status for a failed model. */
const failedThere = new Set([408, 424]);

const kindOf = (status: number | undefined, words: string): ReplyFailure => {
  // A 429 may mention tokens too, but it means tokens per minute, not those of the request.
  if (status === 413 || (status !== 429 && tooLong.test(words))) return 'too-long';
  if (unpaid.test(words) && !exhausted.test(words)) return 'misconfigured';
  if (refused.test(words)) return 'refused';
  if (status === 429 || status === 503 || status === 529 || busy.test(words)) return 'busy';
  return status !== undefined && status < 500 && !failedThere.has(status) ? 'misconfigured' : 'unreachable';
};

const secret = /\b(?:bearer\s+\S+|(?:sk|pk|key|api)[-_][\w*.-]{6,}|[\w-]+\*{3,}[\w-]*)/gi;

/** A provider's message without API keys, because some providers repeat the key. */
export const withoutKeys = (text: string, apiKey?: string): string =>
  (apiKey ? text.replaceAll(apiKey, '…') : text).replaceAll(secret, '…').slice(0, 300);

/** Milliseconds to wait by an answer's headers: OpenAI's own, else `Retry-After` in seconds or as a date (RFC 9110). */
export const retryAfter = (headers: Headers, now = Date.now()): number | undefined => {
  const exact = headers.get('retry-after-ms')?.trim();
  if (exact && /^\d+(?:\.\d+)?$/.test(exact)) return Number(exact);
  const given = headers.get('retry-after')?.trim();
  if (!given) return undefined;
  const wait = /^\d+(?:\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
};

interface Refusal {
  readonly status: number;
  readonly headers: Headers;
}

/** Classifies a refusal by its status and words, or an error that was reported in a stream. */
export const diagnose = (error: ErrorBody, answer: Refusal | undefined, apiKey?: string): ModelFailure => {
  const words = [error.code, error.type, error.message].filter((one) => one !== undefined && one !== null).join(' ');
  const kind = kindOf(answer?.status, words);
  const reported = withoutKeys(error.message ?? words, apiKey);
  const message = answer ? `The model answered ${answer.status}: ${reported}` : `The model reported: ${reported}`;
  return new ModelFailure(kind, message, {
    passing: kind === 'busy' || kind === 'unreachable',
    wait: (answer && retryAfter(answer.headers)) ?? error.wait,
  });
};

const ofRequest = new Set([400, 404, 413, 415, 422]);
const ofPictures = /image|picture|vision|multi-?modal|mmproj/i;

/**
 * Whether a refusal may be due to the pictures, since many models accept text only. A status from 500 on only counts if
 * its message mentions pictures: otherwise a retry with the pictures may succeed.
 */
export const mayBePictures = (status: number, { message = '' }: ErrorBody): boolean =>
  ofRequest.has(status) || (status >= 500 && ofPictures.test(message));

/** A failure for a connection that could not be made or broke. */
export const unreachable = (error: unknown): ModelFailure =>
  error instanceof ModelFailure
    ? error
    : new ModelFailure('unreachable', error instanceof Error ? error.message : 'The connection failed.', {
        passing: true,
        cause: error,
      });

/** The model ended its stream without saying why. */
export const incomplete = (): ModelFailure =>
  new ModelFailure('unreachable', 'The model stopped before its answer was complete.', { passing: true });
