/**
 * A call that did not succeed: the body of the answer plus its status (A7.33). `status` 0 is a failure of the network.
 * The name is the one that remotes of 0.1 check.
 */
export class CallFailure extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly statusText: string;
  readonly body: unknown;

  constructor(status: number, statusText: string, body: unknown, message: string) {
    super(message);
    this.status = status;
    this.statusText = statusText;
    this.body = body;
  }

  /** The message of the service or of the network failure. Undefined if the answer has none. */
  get msg(): string | undefined {
    const { msg } = (this.body ?? {}) as { msg?: unknown };
    return typeof msg === 'string' && msg !== '' ? msg : undefined;
  }

  /** Milliseconds to wait before trying again, from a 429's `_msBeforeNext`. */
  get waitMs(): number | undefined {
    const { _msBeforeNext: wait } = (this.body ?? {}) as { _msBeforeNext?: unknown };
    return typeof wait === 'number' && wait >= 0 ? wait : undefined;
  }
}
