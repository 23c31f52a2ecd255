import type { Mail } from '../../ports/mail.ts';
import { greetingOf, renderEmail } from '../mail/brand.ts';

/** Greets an account that was opened through an identity provider. */
export const socialWelcomeMail = (to: string, firstName: string, provider: string, origin: string): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'Welcome to Atrium',
    ...renderEmail({
      preheader: `Your account is ready. You log in with ${provider}.`,
      heading: name ? `Welcome, ${name}` : 'Welcome',
      paragraphs: [
        'Your account is ready. Ask a question and watch the answer appear, or upload a document and ask about it.',
        `You log in with ${provider}: there is no password to remember.`,
      ],
      action: { label: 'Open Atrium', url: `${origin}/` },
      reason: `You’re getting this email because an Atrium account was created with ${to}.`,
    }),
  };
};
