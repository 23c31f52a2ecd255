import type { ReplyFailure } from '@atrium/shared-kernel/contracts/failure-words';

/** Whether and when the same request may succeed. */
interface Retry {
  /** The cause is temporary. */
  readonly passing?: boolean;
  /** How long the provider asks to wait, in milliseconds. */
  readonly wait?: number | undefined;
  readonly cause?: unknown;
}

/** Why a model does not answer. Its message is for the operator and holds no key. */
export class ModelFailure extends Error {
  readonly kind: ReplyFailure;
  readonly passing: boolean;
  readonly wait: number | undefined;

  constructor(kind: ReplyFailure, message: string, { passing = false, wait, cause }: Retry = {}) {
    super(message, { cause });
    this.name = 'ModelFailure';
    this.kind = kind;
    this.passing = passing;
    this.wait = wait;
  }
}
