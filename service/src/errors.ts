/** An expected failure of a call: `status` in HTTP, `msg` for the person who asked, `details` beside it in the answer. */
export class CallError extends Error {
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, msg: string, details: Readonly<Record<string, unknown>> = {}) {
    super(msg);
    this.name = 'CallError';
    this.status = status;
    this.details = details;
  }
}

export const badRequest = (msg: string) => new CallError(400, msg);
export const notSignedIn = () => new CallError(401, 'Please sign in.');
export const forbidden = (msg = 'You may not do this.') => new CallError(403, msg);
export const notFound = (msg = 'Not found.') => new CallError(404, msg);
export const conflict = (msg: string) => new CallError(409, msg);
/** `wait` in milliseconds. */
export const tooManyRequests = (wait: number, msg = 'Too many requests, please wait.') =>
  new CallError(429, msg, { _msBeforeNext: Math.max(1, Math.ceil(wait)) });

interface HttpFailure {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** The fault is ours: it belongs in the log. */
  readonly unexpected: boolean;
}

const ownWords: Readonly<Record<number, string>> = {
  400: 'The request is not valid JSON.',
  413: 'The request is too large.',
  415: 'Please send JSON.',
};

const statusOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;

/** The one place that turns an error into an answer; a 5xx never carries internal text. */
export const toHttp = (error: unknown): HttpFailure => {
  if (error instanceof CallError)
    return { status: error.status, body: { msg: error.message, ...error.details }, unexpected: false };
  const status = statusOf(error);
  if (status !== undefined && status >= 400 && status < 500)
    return { status, body: { msg: ownWords[status] ?? 'The request is not valid.' }, unexpected: false };
  return { status: 500, body: { msg: 'An error occurred. Please try again.' }, unexpected: true };
};
