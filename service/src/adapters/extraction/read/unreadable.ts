import type { Reason } from '../../../ports/extraction.ts';

/** Thrown to end the reading of a file with a reason. */
export class Unreadable extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, cause?: unknown) {
    super(reason, { cause });
    this.name = 'Unreadable';
    this.reason = reason;
  }
}
