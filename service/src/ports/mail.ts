import type { Tx } from '../db/database.ts';
import type { Task } from './jobs.ts';

export interface Mail {
  readonly to: string;
  /** Whom an answer goes to; none: the product, which reads none. */
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly plain: string;
  readonly html: string;
}

/** Sends mail. */
export interface MailPort {
  /** Accepts the mail with the transaction it belongs to: no mail of what did not happen. */
  send(tx: Tx, mail: Mail): Promise<void>;
  /** What has to run for the mail to leave. */
  readonly tasks: readonly Task[];
}
