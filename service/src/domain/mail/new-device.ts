import type { Mail } from '../../ports/mail.ts';
import { greetingOf, renderEmail, timeInWords } from './brand.ts';

export interface NewDevice {
  readonly to: string;
  readonly firstName: string;
  /** In words, as `Chrome on Windows`. */
  readonly device: string;
  /** In words, as `Cape Town, South Africa`. */
  readonly place?: string | undefined;
  readonly time: Date;
  /** The product's own, with which links are made. */
  readonly origin: string;
}

/** Tells of a sign-in from a browser in which the reader has never been signed in before. */
export const newDeviceMail = ({ to, firstName, device, place, time, origin }: NewDevice): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'New sign-in to your Atrium account',
    ...renderEmail({
      preheader: `${device}${place ? `, ${place}` : ''}. If this was you, there’s nothing to do.`,
      heading: 'A new sign-in to your account',
      paragraphs: [`${name ? `Hello ${name}, your` : 'Your'} account was just used to sign in from a new device.`],
      facts: [['Device', device], ...(place ? ([['Location', place]] as const) : []), ['When', timeInWords(time)]],
      action: { label: 'This wasn’t me: set a new password', url: `${origin}/auth/reset` },
      notes: ['If this was you, there’s nothing to do. If it wasn’t, set a new password. That signs out every device.'],
      reason: `You’re getting this email because it’s about the security of the Atrium account for ${to}.`,
    }),
  };
};
