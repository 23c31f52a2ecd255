import type { Mail } from '../../ports/mail.ts';
import { renderEmail } from './brand.ts';

interface HelpRequest {
  /** The operator's address. */
  readonly to: string;
  readonly text: string;
  /** The sender; undefined for a visitor, whose address is in the text at most. */
  readonly sender?: { readonly id: string; readonly email: string; readonly name: string } | undefined;
}

/** A message from Contact Us, for the operator who answers it. */
export const supportMail = ({ to, text, sender }: HelpRequest): Mail => ({
  to,
  ...(sender ? { replyTo: sender.email } : {}),
  subject: sender ? `Help request from ${sender.email}` : 'Help request from a visitor',
  ...renderEmail({
    preheader: text.slice(0, 100),
    heading: 'Someone asks for help',
    paragraphs: text.split(/\n+/).filter((line) => line.trim() !== ''),
    ...(sender
      ? {
          facts: [
            ['Name', sender.name],
            ['Email', sender.email],
            ['Account', sender.id],
          ] as const,
        }
      : {}),
    notes: [
      sender
        ? 'Reply to this email to answer.'
        : 'A visitor who wasn’t logged in sent this. To answer, use the address in their message, if they gave one.',
    ],
    reason: 'You’re getting this email because this address receives messages from Contact Us.',
  }),
});
