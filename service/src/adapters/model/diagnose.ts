import type { ReplyFailure } from '@atrium/shared-kernel/contracts/failure-words';
import { ModelFailure } from '../../ports/model-failure.ts';

/** What an endpoint says of an error, in OpenAI's form or another's. */
export interface ErrorBody {
  readonly message?: string | undefined;
  readonly code?: string | number | null | undefined;
  readonly type?: string | null | undefined;
  /** Milliseconds that it asks to wait. */
  readonly wait?: number | undefined;
}

const tooLong =
  /context[ _-]?(?:length|window|size)|maximum context|(?:prompt|input|request|message)s? (?:is|are) too (?:long|large)|too many tokens|token count .* exceeds|string_above_max|reduce the length/i;
const refused = /content[ _-]?(?:filter|policy|management)|moderation|safety|usage polic|image_generation_user_error/i;
/** Google says so of its rate limits, and speaks of billing there. */
const exhausted = /resource[ _]?exhausted/i;
const unpaid = /insufficient[ _]quota|billing|credit balance|payment required/i;
const busy = /overloaded|rate[ _-]?limit|too many requests|no capacity|at capacity|try again later/i;

/** Statuses below 500 that blame no request: a timeout, and Bedrock's of a model that failed. */
const failedThere = new Set([408, 424]);

const kindOf = (status: number | undefined, words: string): ReplyFailure => {
  // Who is busy counts tokens as well: of a minute, not of a request.
  if (status === 413 || (status !== 429 && tooLong.test(words))) return 'too-long';
  if (unpaid.test(words) && !exhausted.test(words)) return 'misconfigured';
  if (refused.test(words)) return 'refused';
  if (status === 429 || status === 503 || status === 529 || busy.test(words)) return 'busy';
  return status !== undefined && status < 500 && !failedThere.has(status) ? 'misconfigured' : 'unreachable';
};

const secret = /\b(?:bearer\s+\S+|(?:sk|pk|key|api)[-_][\w*.-]{6,}|[\w-]+\*{3,}[\w-]*)/gi;

/** A provider's words without keys: some repeat the one that they were given. */
export const withoutKeys = (text: string, apiKey?: string): string =>
  (apiKey ? text.replaceAll(apiKey, '…') : text).replaceAll(secret, '…').slice(0, 300);

/** Milliseconds that an answer asks to wait: OpenAI's own header, else seconds or a date, by RFC 9110. */
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

/** Why an endpoint answered with that status, or with an error in its stream. */
export const diagnose = (error: ErrorBody, answer: Refusal | undefined, apiKey?: string): ModelFailure => {
  const words = [error.code, error.type, error.message].filter((one) => one !== undefined && one !== null).join(' ');
  const kind = kindOf(answer?.status, words);
  const said = withoutKeys(error.message ?? words, apiKey);
  const message = answer ? `The model answered ${answer.status}: ${said}` : `The model reported: ${said}`;
  return new ModelFailure(kind, message, {
    passing: kind === 'busy' || kind === 'unreachable',
    wait: (answer && retryAfter(answer.headers)) ?? error.wait,
  });
};

/** A connection that could not be made, or broke. */
export const unreachable = (error: unknown): ModelFailure =>
  error instanceof ModelFailure
    ? error
    : new ModelFailure('unreachable', error instanceof Error ? error.message : 'The connection failed.', {
        passing: true,
        cause: error,
      });
