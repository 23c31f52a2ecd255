import type { Mail } from '../../ports/mail.ts';
import { greetingOf, renderEmail, formatTime } from './brand.ts';
import { nothingToDo, reasons } from './sentences.ts';

interface PasskeyChange {
  readonly to: string;
  readonly firstName: string;
  readonly time: Date;
  /** The product's origin, for links. */
  readonly origin: string;
}

interface NewPasskey extends PasskeyChange {
  /** The browser in which it was created, such as `Chrome on Windows`. */
  readonly device: string;
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
      reason: reasons.security(to),
    }),
  };
};

/**
 * Notifies that a passkey was removed from the account. Does not name it, because whoever removes it could have renamed
 * it before.
 */
export const passkeyRemovedMail = ({ to, firstName, time, origin }: PasskeyChange): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'A passkey was removed from your account',
    ...renderEmail({
      preheader: nothingToDo,
      heading: 'A passkey was removed',
      paragraphs: [`${name ? `Hello ${name}, one` : 'One'} of your passkeys no longer logs you in to Atrium.`],
      facts: [
        ['Account', to],
        ['When', formatTime(time)],
      ],
      action: { label: 'Open Atrium', url: `${origin}/` },
      notes: ['If this wasn’t you, sign out everywhere in your settings under Account, and set a new password.'],
      reason: reasons.security(to),
    }),
  };
};
