import { createTransport } from 'nodemailer';
import type { Mail } from '../../ports/mail.ts';
import type { SmtpConfig } from './smtp-config.ts';

const second = 1000;

/** The outcome of one attempt. `refused` is final; after `failed` another attempt may succeed. */
export type Delivery = { readonly result: 'sent' } | { readonly result: 'refused' | 'failed'; readonly error: string };

/** Attempts to hand an email to the server. `id` makes its Message-ID, the same in each attempt. */
export type Deliver = (mail: Mail & { readonly id: string }) => Promise<Delivery>;

/** Matches a single plain address: no list, no name, no comment, no line break that could add a header. */
const oneAddress = /^[^\s<>()[\],;:"\\@]+@[^\s<>()[\],;:"\\@]+$/;

/** Fields of Nodemailer's errors: its own code, the SMTP command that failed, and the server's reply to it. */
interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
}

/** The enhanced status codes of a recipient that does not exist or takes no mail (RFC 3463, RFC 7505). */
const noRecipient = /^5\.(?:1\.(?:[12346]|10)|2\.1)$/;
/** The reply codes that say so without an enhanced one (RFC 5321). */
const noMailbox: ReadonlySet<string | undefined> = new Set(['550', '551', '553']);
/** Words of plain replies that reject the sender or the set-up with the same codes. */
const ofSender = /relay|auth|sender|\bfrom\b|block|list|quota|limit|policy/i;

/**
 * Whether the recipient can never get this email. Relays report an unverified sender, a used-up quota or missing
 * authentication with permanent codes too, often only after DATA. These are faults of the set-up, so they are retried.
 */
const isFinal = ({ code, command, response = '' }: SmtpError): boolean => {
  if (command === 'API') return code === 'EENVELOPE';
  if (command !== 'RCPT TO') return false;
  const [, reply, status] = /^(\d{3})[ -](?:(\d\.\d{1,3}\.\d{1,3})\b)?/.exec(response) ?? [];
  return status === undefined ? noMailbox.has(reply) && !ofSender.test(response) : noRecipient.test(status);
};

/** Delivers by SMTP, with one connection per email. */
export const createSmtp = ({ from, ...server }: SmtpConfig): Deliver => {
  const transport = createTransport({
    ...server,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 20 * second,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.split('@').at(-1);
  return async ({ id, to, replyTo, subject, plain, html }) => {
    if (!oneAddress.test(to)) return { result: 'refused', error: 'The recipient is not one address.' };
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        ...(replyTo !== undefined && oneAddress.test(replyTo) ? { replyTo: { name: '', address: replyTo } } : {}),
        subject,
        text: plain,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { result: 'sent' };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { result: isFinal(Object(error)) ? 'refused' : 'failed', error: reason };
    }
  };
};
