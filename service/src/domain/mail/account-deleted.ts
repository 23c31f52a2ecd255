import type { Mail } from '../../ports/mail.ts';
import { greetingOf, renderEmail, formatTime } from './brand.ts';
import { reasons } from './sentences.ts';

interface AccountDeleted {
  readonly to: string;
  readonly firstName: string;
  readonly time: Date;
}

/** The last email to the address of a deleted account. */
export const accountDeletedMail = ({ to, firstName, time }: AccountDeleted): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'Your Atrium account was deleted',
    ...renderEmail({
      preheader: 'Your chats, memories and files are gone, and nothing more is charged.',
      heading: 'Your account was deleted',
      paragraphs: [
        `${name ? `Hello ${name}, your` : 'Your'} Atrium account was deleted, with its chats, memories and files. Your own plan has ended, and nothing more is charged.`,
        'You’re welcome back anytime: sign up again with this address.',
      ],
      facts: [['When', formatTime(time)]],
      notes: [
        'If this wasn’t you, someone has gotten into your account. Contact the people who run Atrium for you right away.',
      ],
      reason: reasons.left(to),
    }),
  };
};
