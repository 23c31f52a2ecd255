import type { Mail } from '../../ports/mail.ts';
import { greetingOf, letter } from './brand.ts';

interface Welcome {
  readonly to: string;
  readonly firstName: string;
  /** Proves that the address is the reader's; it holds for a day. */
  readonly url: string;
}

/** Greets a new account and asks to confirm its address. */
export const welcomeMail = ({ to, firstName, url }: Welcome): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'Welcome to Atrium: please confirm your address',
    ...letter({
      preheader: 'One click and the address of your account is confirmed.',
      heading: name ? `Welcome, ${name}` : 'Welcome',
      paragraphs: [
        'Your account is ready. Ask a question and watch the answer being written; hand in a document and ask about it.',
        'One thing is left: please confirm that this address is yours, so that you can always get back into your account.',
      ],
      action: { label: 'Confirm my address', url },
      notes: [
        'The link holds for 24 hours and works once.',
        'If it was not you who signed up, do not follow it: the account is somebody else’s.',
      ],
      reason: `You get this mail because an Atrium account was opened with ${to}.`,
    }),
  };
};
