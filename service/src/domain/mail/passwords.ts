import type { Mail } from '../../ports/mail.ts';
import { greetingOf, renderEmail, formatTime } from './brand.ts';
import { otherWaysRemoved, reasons } from './sentences.ts';

interface Reset {
  readonly to: string;
  readonly firstName: string;
  /** The link for setting a new password; valid for an hour. */
  readonly url: string;
}

/** The email with a link for a forgotten password. */
export const resetMail = ({ to, firstName, url }: Reset): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'Set a new password for Atrium',
    ...renderEmail({
      preheader: 'The link works once and expires in one hour.',
      heading: 'Set a new password',
      paragraphs: [
        `${name ? `Hello ${name}, someone` : 'Someone'}, most likely you, asked for a new password for your account.`,
      ],
      action: { label: 'Set a new password', url },
      notes: [
        'The link works once and expires in one hour. Setting a password signs you out everywhere.',
        'If this wasn’t you, ignore this email. Your password won’t change.',
      ],
      reason: `You’re getting this email because someone asked for a new password for the Atrium account of ${to}.`,
    }),
  };
};

interface PasswordChanged {
  readonly to: string;
  readonly firstName: string;
  readonly time: Date;
  readonly origin: string;
  /** Whether the password was changed in the settings, which leaves that browser signed in. */
  readonly here?: boolean;
  /** Whether passkeys and sign-in providers were removed with it. */
  readonly removed?: boolean;
}

/** Notifies that the password was changed, in case it was somebody else. */
export const passwordChangedMail = ({
  to,
  firstName,
  time,
  origin,
  here = false,
  removed = false,
}: PasswordChanged): Mail => {
  const name = greetingOf(firstName);
  const signedOut = here
    ? 'every other device was signed out. Log in there with the new password'
    : 'every device was signed out. Log in with the new password to continue';
  return {
    to,
    subject: 'Your password was changed',
    ...renderEmail({
      preheader: `${here ? 'Your other' : 'All your'} devices were signed out. If this wasn’t you, set a new password now.`,
      heading: 'Your password was changed',
      paragraphs: [
        `${name ? `Hello ${name}, the` : 'The'} password for your account was changed, and ${signedOut}.`,
        ...(removed ? [otherWaysRemoved] : []),
      ],
      facts: [
        ['Account', to],
        ['When', formatTime(time)],
      ],
      action: { label: 'Log in', url: `${origin}/auth/login` },
      other: { label: 'This wasn’t me: set another password', url: `${origin}/auth/reset` },
      reason: reasons.security(to),
    }),
  };
};
