import type { Mail } from '../../ports/mail.ts';
import { greetingOf, renderEmail } from './brand.ts';

export interface Reminder {
  readonly to: string;
  readonly firstName: string;
  /** The product's origin, for links. */
  readonly origin: string;
}

/** The daily reminder of a user whose browsers could not show it. */
export const reminderMail = ({ to, firstName, origin }: Reminder): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    priority: 'low',
    subject: 'Your daily reminder',
    ...renderEmail({
      preheader: 'A good moment for the next question.',
      heading: 'Your daily reminder',
      paragraphs: [
        `${name ? `Hello ${name}, this` : 'This'} is a good moment for the next question. What is on your mind?`,
      ],
      action: { label: 'Open Atrium', url: `${origin}/` },
      notes: ['To change the time or stop reminders, open your settings under Notifications.'],
      reason: `You’re getting this email because reminders and email notifications are on for the Atrium account of ${to}.`,
    }),
  };
};
