import type { Tx } from '../db/database.ts';
import type { Task } from './jobs.ts';

export interface Mail {
  readonly to: string;
  /** The address for replies. If undefined, they go to the product's own address, which nobody reads. */
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly plain: string;
  readonly html: string;
  /** Whether the emails that users wait for are sent first. */
  readonly priority?: Task['priority'];
}

/** Sends mail. */
export interface MailPort {
  /** Accepts the mail as part of the transaction, so that a rollback sends nothing. */
  send(tx: Tx, mail: Mail): Promise<void>;
  /** The tasks that deliver the mail. */
  readonly tasks: readonly Task[];
}
