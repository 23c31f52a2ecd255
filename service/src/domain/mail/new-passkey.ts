import type { Mail } from '../../ports/mail.ts';
import { greetingOf, renderEmail, formatTime } from './brand.ts';

export interface NewPasskey {
  readonly to: string;
  readonly firstName: string;
  /** The browser in which it was created, such as `Chrome on Windows`. */
  readonly device: string;
  readonly time: Date;
  /** The product's origin, for links. */
  readonly origin: string;
}

/** Notifies of a new passkey for the account, in case it is somebody else's. */
export const newPasskeyMail = ({ to, firstName, device, time, origin }: NewPasskey): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'A passkey was added to your account',
    ...renderEmail({
      preheader: `${device}. If this was you, there’s nothing to do.`,
      heading: 'A passkey was added',
      paragraphs: [`${name ? `Hello ${name}, a` : 'A'} new passkey can now log in to your account.`],
      facts: [
        ['Added in', device],
        ['When', formatTime(time)],
      ],
      action: { label: 'Open Atrium', url: `${origin}/` },
      notes: [
        'If this wasn’t you, remove the passkey in your settings under Account, sign out everywhere, and set a new password.',
      ],
      reason: `You’re getting this email because it’s about the security of the Atrium account for ${to}.`,
    }),
  };
};
