import type { Mail } from '../../ports/mail.ts';
import { greetingOf, renderEmail, formatTime } from './brand.ts';
import { confirmWithOneClick, reasons } from './sentences.ts';

interface Change {
  /** The new address. */
  readonly to: string;
  readonly firstName: string;
  /** The link that makes it the account's address; valid for a day. */
  readonly url: string;
}

/** Asks the owner of a new address whether an account may move to it. */
export const confirmAddressMail = ({ to, firstName, url }: Change): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'Confirm your new email address',
    ...renderEmail({
      preheader: 'Your account switches to this address once you confirm it.',
      heading: 'Confirm your new address',
      paragraphs: [
        `${name ? `Hello ${name}, you` : 'You'} asked to use ${to} for your Atrium account. Once you confirm it, you’ll log in with this address and get all our emails here.`,
      ],
      action: { label: 'Confirm new address', url },
      notes: [
        'The link works once and expires in 24 hours. Your other devices will be signed out.',
        'If this wasn’t you, ignore this email. Nothing will change.',
      ],
      reason: `You’re getting this email because someone wants to use ${to} for an Atrium account.`,
    }),
  };
};

/** Asks once more to confirm the address that an account was opened with. */
export const confirmOwnAddressMail = ({ to, firstName, url }: Change): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'Please confirm your email address',
    ...renderEmail({
      preheader: confirmWithOneClick,
      heading: 'Confirm your address',
      paragraphs: [
        `${name ? `Hello ${name}, here` : 'Here'} is the link you asked for. It confirms that this address is yours, so you can always get back into your account.`,
      ],
      action: { label: 'Confirm my address', url },
      notes: [
        'The link works once and expires in 24 hours. Links we sent earlier no longer work.',
        'If you didn’t ask for it, don’t open the link. The account belongs to someone else.',
      ],
      reason: reasons.created(to),
    }),
  };
};

interface AddressChanged {
  /** The previous address. */
  readonly to: string;
  readonly firstName: string;
  readonly newEmail: string;
  readonly time: Date;
}

/** Notifies the previous address that the account no longer uses it. */
export const addressChangedMail = ({ to, firstName, newEmail, time }: AddressChanged): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'Your email address was changed',
    ...renderEmail({
      preheader: 'Your Atrium account has a new address.',
      heading: 'Your address was changed',
      paragraphs: [
        `${name ? `Hello ${name}, your` : 'Your'} Atrium account has a new address. From now on, log in with the new one. We won’t send emails to this one again.`,
      ],
      facts: [
        ['From', to],
        ['To', newEmail],
        ['When', formatTime(time)],
      ],
      notes: [
        'If this was you, there’s nothing to do. If it wasn’t, someone has gotten into your account. Contact the people who run Atrium for you right away.',
      ],
      reason: reasons.left(to),
    }),
  };
};
