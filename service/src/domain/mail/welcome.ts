import type { Mail } from '../../ports/mail.ts';
import { greetingOf, renderEmail } from './brand.ts';
import { accountReady, confirmWithOneClick, reasons } from './sentences.ts';

interface Welcome {
  readonly to: string;
  readonly firstName: string;
  /** The link that verifies the address; valid for a day. */
  readonly url: string;
}

/** Welcomes a new user and asks them to confirm their address. */
export const welcomeMail = ({ to, firstName, url }: Welcome): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'Welcome to Atrium: please confirm your address',
    ...renderEmail({
      preheader: confirmWithOneClick,
      heading: name ? `Welcome, ${name}` : 'Welcome',
      paragraphs: [
        accountReady,
        'One more thing: please confirm that this address is yours, so you can always get back into your account.',
      ],
      action: { label: 'Confirm my address', url },
      notes: [
        'The link works once and expires in 24 hours.',
        'If you didn’t sign up, don’t open the link. The account belongs to someone else.',
      ],
      reason: reasons.created(to),
    }),
  };
};
