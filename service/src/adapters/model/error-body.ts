import type { ErrorBody } from './diagnose.ts';

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is looked at before it is used
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Without JSON, the caller uses the plain text as the reason.
    return undefined;
  }
};

const named = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Milliseconds to wait from Google's error details, which contain values such as `34s`. */
const waitIn = (details: unknown): number | undefined => {
  for (const one of Array.isArray(details) ? details : []) {
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(named(fieldsOf(one)['retryDelay']) ?? '')?.[1];
    if (seconds !== undefined) return Number(seconds) * 1000;
  }
  return undefined;
};

/**
 * The error in a body in the format of OpenAI, Azure, Anthropic, Google, Mistral or Bedrock; undefined if there is
 * none. `given` is the text of a body, or parsed JSON.
 */
export const errorIn = (given: unknown): ErrorBody | undefined => {
  const whole = typeof given === 'string' ? parsed(given) : given;
  const [first] = Array.isArray(whole) ? whole : [whole];
  const body = fieldsOf(first);
  const response = fieldsOf(body['response']);
  const inner =
    body['error'] ?? response['error'] ?? (body['type'] === 'error' || 'message' in body ? body : undefined);
  if (typeof inner === 'string') return { message: inner };
  if (inner === undefined || inner === null) return undefined;
  const { message, msg, Message, code, type, status, details } = fieldsOf(inner);
  const detail = fieldsOf(fieldsOf(inner)['innererror']);
  return {
    message: named(message ?? Message ?? msg),
    code: named(code),
    type: [type, status, detail['code']].map(named).filter(Boolean).join(' ') || undefined,
    wait: waitIn(details),
  };
};
