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

/** Fields of Nodemailer's errors. */
interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** Whether the server refuses this email permanently. A refused sender is a fault of the set-up, so it is retried. */
const isFinal = ({ code, command, responseCode }: SmtpError): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM' && (responseCode ?? 500) >= 500;

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
