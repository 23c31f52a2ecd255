import type { Mail } from '../../ports/mail.ts';
import { greetingOf, renderEmail, formatTime } from './brand.ts';
import { nothingToDo, reasons } from './sentences.ts';

interface ConnectionChange {
  readonly to: string;
  readonly firstName: string;
  /** The display name, such as `Google`. */
  readonly provider: string;
  readonly added: boolean;
  readonly time: Date;
  /** The product's origin, for links. */
  readonly origin: string;
}

/** Notifies that a provider was connected to the account or disconnected from it, in case somebody else did it. */
export const connectionMail = ({ to, firstName, provider, added, time, origin }: ConnectionChange): Mail => {
  const name = greetingOf(firstName);
  const what = added ? 'was connected to your account' : 'was disconnected from your account';
  const means = added ? `can now log you in to Atrium` : `no longer logs you in to Atrium`;
  return {
    to,
    subject: `${provider} ${what}`,
    ...renderEmail({
      preheader: nothingToDo,
      heading: `${provider} ${what}`,
      paragraphs: [`${name ? `Hello ${name}, your` : 'Your'} ${provider} account ${means}.`],
      facts: [
        ['Account', to],
        ['When', formatTime(time)],
      ],
      action: { label: 'Open Atrium', url: `${origin}/` },
      notes: [
        `If this wasn’t you, ${added ? `disconnect ${provider} in your settings under Account, ` : ''}sign out everywhere, and set a new password.`,
      ],
      reason: reasons.security(to),
    }),
  };
};
