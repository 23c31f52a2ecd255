import type { Reason } from '../../../ports/extraction.ts';

/** Ends the reading of a file with its reason. */
export class Unreadable extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, cause?: unknown) {
    super(reason, { cause });
    this.name = 'Unreadable';
    this.reason = reason;
  }
}
