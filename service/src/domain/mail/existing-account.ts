import type { Mail } from '../../ports/mail.ts';
import { greetingOf, renderEmail } from './brand.ts';

interface ExistingAccount {
  readonly to: string;
  readonly firstName: string;
  readonly origin: string;
  /** What somebody tried to do with the address. */
  readonly attempt: 'sign-up' | 'change';
}

const attempts = {
  'sign-up': 'Someone, most likely you, just tried to sign up for Atrium with this address.',
  change: 'Someone just tried to move another Atrium account to this address.',
} as const;

/** Notifies the owner of an address that somebody tried to use it for another account. */
export const existingAccountMail = ({ to, firstName, origin, attempt }: ExistingAccount): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'You already have an Atrium account',
    ...renderEmail({
      preheader: 'You can log in with this address, or set a new password.',
      heading: name ? `${name}, you already have an account` : 'You already have an account',
      paragraphs: [
        attempts[attempt],
        'It already has an account, so nothing was changed. Log in as usual. If you’ve forgotten your password, set a new one.',
      ],
      action: { label: 'Log in', url: `${origin}/auth/login` },
      other: { label: 'Set a new password', url: `${origin}/auth/reset` },
      notes: ['If this wasn’t you, there’s nothing to do. No one has gotten into your account.'],
      reason: `You’re getting this email because there is an Atrium account with ${to}.`,
    }),
  };
};
