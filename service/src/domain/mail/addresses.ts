import type { Mail } from '../../ports/mail.ts';
import { greetingOf, letter, timeInWords } from './brand.ts';

interface Change {
  /** The new address. */
  readonly to: string;
  readonly firstName: string;
  /** Makes it the account's address; it holds for a day. */
  readonly url: string;
}

/** Asks the owner of a new address whether an account may move to it. */
export const confirmAddressMail = ({ to, firstName, url }: Change): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'Confirm your new email address',
    ...letter({
      preheader: 'Your account moves to this address once you confirm it.',
      heading: 'Confirm your new address',
      paragraphs: [
        `${name ? `Hello ${name}, you` : 'You'} asked to use ${to} for your Atrium account. From then on you log in with it, and all mail goes there.`,
      ],
      action: { label: 'Confirm the new address', url },
      notes: [
        'The link holds for 24 hours and works once. Your other devices will be signed out.',
        'If it was not you, ignore this mail: nothing is changed.',
      ],
      reason: `You get this mail because somebody wants to use ${to} for an Atrium account.`,
    }),
  };
};

/** Asks once more to confirm the address that an account was opened with. */
export const confirmOwnAddressMail = ({ to, firstName, url }: Change): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'Please confirm your email address',
    ...letter({
      preheader: 'One click and the address of your account is confirmed.',
      heading: 'Confirm your address',
      paragraphs: [
        `${name ? `Hello ${name}, here` : 'Here'} is the link that you asked for. It confirms that this address is yours, so that you can always get back into your account.`,
      ],
      action: { label: 'Confirm my address', url },
      notes: [
        'The link holds for 24 hours and works once; links that we sent before no longer work.',
        'If it was not you who asked for it, do not follow it: the account is somebody else’s.',
      ],
      reason: `You get this mail because an Atrium account was opened with ${to}.`,
    }),
  };
};

interface AddressChanged {
  /** The address of before. */
  readonly to: string;
  readonly firstName: string;
  readonly newEmail: string;
  readonly time: Date;
}

/** Tells the address of before that the account has moved away from it. */
export const addressChangedMail = ({ to, firstName, newEmail, time }: AddressChanged): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'Your email address was changed',
    ...letter({
      preheader: 'Your Atrium account has a new address.',
      heading: 'Your address was changed',
      paragraphs: [
        `${name ? `Hello ${name}, your` : 'Your'} Atrium account has a new address. From now on you log in with it; this one gets no more mail of ours.`,
      ],
      facts: [
        ['From', to],
        ['To', newEmail],
        ['When', timeInWords(time)],
      ],
      notes: [
        'If it was you, there is nothing to do. If it was not, somebody has got into your account: tell those who run Atrium for you at once.',
      ],
      reason: `You get this mail because ${to} was the address of an Atrium account until now.`,
    }),
  };
};
