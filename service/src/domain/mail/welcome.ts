import type { Mail } from '../../adapters/mail/port.ts';
import { letter } from './brand.ts';

/** Greets a new account. */
export const welcomeMail = (to: string, firstName: string, origin: string): Mail => ({
  to,
  subject: 'Welcome to Atrium',
  ...letter({
    heading: `Welcome, ${firstName}`,
    paragraphs: [
      'Your account is ready. Ask a question and watch the answer being written; hand in a document and ask about it.',
      'Your chats stay yours: group them into collections, and share one by link when you choose to.',
    ],
    action: { label: 'Open Atrium', url: `${origin}/` },
  }),
});
