import type { Mail } from '../../ports/mail.ts';
import { greetingOf, letter, timeInWords } from './brand.ts';

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
    ...letter({
      preheader: `${device}${place ? `, ${place}` : ''}. If it was you, there is nothing to do.`,
      heading: 'A new sign-in to your account',
      paragraphs: [
        `${name ? `Hello ${name}, your` : 'Your'} account was just signed in to from a device that it has not seen before.`,
      ],
      facts: [['Device', device], ...(place ? ([['Place', place]] as const) : []), ['When', timeInWords(time)]],
      action: { label: 'It was not me: set a new password', url: `${origin}/auth/reset` },
      notes: ['If it was you, there is nothing to do. If it was not, set a new password: that signs every device out.'],
      reason: `You get this mail because it concerns the safety of the Atrium account of ${to}.`,
    }),
  };
};
