import { sentenceOf } from '@atrium/shared-kernel/contracts/failures/answer';
import type { DetailsArgument, FailureCode } from '@atrium/shared-kernel/contracts/failures/failures';

/** An expected failure. Its code is one of those that the call declares; how it is sent is decided elsewhere. */
export class DomainError<Code extends FailureCode = FailureCode> extends Error {
  override readonly name = 'DomainError';
  readonly code: Code;
  readonly details: DetailsArgument<Code>;

  constructor(code: Code, ...details: DetailsArgument<Code>) {
    super(sentenceOf(code, ...details));
    this.code = code;
    this.details = details;
  }
}
