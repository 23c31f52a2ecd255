import type { Mail } from '../../ports/mail.ts';
import { greetingOf, letter } from './brand.ts';

interface ExistingAccount {
  readonly to: string;
  readonly firstName: string;
  readonly origin: string;
  /** What somebody wanted to do with the address. */
  readonly attempt: 'sign-up' | 'change';
}

const attempts = {
  'sign-up': 'Somebody, most likely you, has just tried to sign up for Atrium with this address.',
  change: 'Somebody has just tried to move another Atrium account to this address.',
} as const;

/** Tells the owner of an address what the page must not tell: that there is an account already. */
export const existingAccountMail = ({ to, firstName, origin, attempt }: ExistingAccount): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'You already have an Atrium account',
    ...letter({
      preheader: 'You can log in with this address, or set a new password.',
      heading: name ? `${name}, you are already here` : 'You are already here',
      paragraphs: [
        attempts[attempt],
        'It has an account already, so nothing was changed. You can log in as ever; if you have forgotten your password, set a new one.',
      ],
      action: { label: 'Log in', url: `${origin}/auth/login` },
      other: { label: 'Set a new password', url: `${origin}/auth/reset` },
      notes: ['If it was not you, there is nothing to do: nobody has got into your account.'],
      reason: `You get this mail because there is an Atrium account with ${to}.`,
    }),
  };
};
