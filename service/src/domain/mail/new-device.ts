import type { Mail } from '../../ports/mail.ts';
import { greetingOf, renderEmail, formatTime } from './brand.ts';
import { reasons } from './sentences.ts';

export interface NewDevice {
  readonly to: string;
  readonly firstName: string;
  /** A readable name, such as `Chrome on Windows`. */
  readonly device: string;
  /** A readable location, such as `Cape Town, South Africa`. */
  readonly place?: string | undefined;
  readonly time: Date;
  /** The product's origin, for links. */
  readonly origin: string;
}

/** Notifies of a sign-in with a browser that the user has never signed in with before. */
export const newDeviceMail = ({ to, firstName, device, place, time, origin }: NewDevice): Mail => {
  const name = greetingOf(firstName);
  return {
    to,
    subject: 'New sign-in to your Atrium account',
    ...renderEmail({
      preheader: `${device}${place ? `, ${place}` : ''}. If this was you, there’s nothing to do.`,
      heading: 'A new sign-in to your account',
      paragraphs: [`${name ? `Hello ${name}, your` : 'Your'} account was just used to sign in from a new device.`],
      facts: [['Device', device], ...(place ? ([['Location', place]] as const) : []), ['When', formatTime(time)]],
      action: { label: 'This wasn’t me: set a new password', url: `${origin}/auth/reset` },
      notes: ['If this was you, there’s nothing to do. If it wasn’t, set a new password. That signs out every device.'],
      reason: reasons.security(to),
    }),
  };
};
