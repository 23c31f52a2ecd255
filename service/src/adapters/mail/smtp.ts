import { createTransport } from 'nodemailer';
import type { Mail } from '../../ports/mail.ts';
import type { SmtpConfig } from './smtp-config.ts';

const second = 1000;

/** What became of one attempt: `refused` is for good, after `failed` another one may succeed. */
export type Delivery = { readonly result: 'sent' } | { readonly result: 'refused' | 'failed'; readonly error: string };

/** One attempt to hand a mail to the server; `id` names it in its headers, the same each time. */
export type Deliver = (mail: Mail & { readonly id: string }) => Promise<Delivery>;

/** No list of addresses, no name, no comment, no second header. */
const oneAddress = /^[^\s<>()[\],;:"\\@]+@[^\s<>()[\],;:"\\@]+$/;

/** What the library adds to its errors. */
interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** The server does not want this mail, rather than this sender, at all, rather than now. */
const isFinal = ({ code, command, responseCode }: SmtpError): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM' && (responseCode ?? 500) >= 500;

/** Delivers by SMTP, one connection a mail. */
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
