import * as z from 'zod/mini';
import { decimal } from './decimal.ts';
import { isDomain, isPlain, plainForm } from './plain-text.ts';
import { passwordMin, username as usernameLimits } from './constants.ts';

/** Validation rules and their messages, one place for forms and service: A5, B5. */
export const messages = {
  email: 'Please enter a valid email address',
  required: 'This is a required field',
  name: 'Name is required.',
  agent: 'Instructions or files are required.',
  uploading: 'Some files are still uploading. Please wait until all uploads are complete.',
  password: 'The password needs 1 uppercase, 1 lowercase, 1 digit and at least 6 characters.',
  newPassword: 'The password needs 1 uppercase, 1 lowercase, 1 digit, 1 special symbol and at least 6 characters.',
  username: `Must be ${usernameLimits.min} - ${usernameLimits.max} symbols long. Usernames can only consist of letters, numbers and underscores (_)`,
  sameEmail: 'Email cannot be the same as existing.',
  changeEmail: 'Please enter a valid email.',
  maximum: (n: number) => `Maximum of ${n} characters.`,
} as const;

/** Zod's own `overwrite` is not among what released shells share. */
const toPlainForm = (payload: { value: string }): void => {
  payload.value = plainForm(payload.value);
};

const emailPattern = /^[^\s@<>(),;:"[\]\\]+@[^\s@.<>(),;:"[\]\\]+(\.[^\s@.<>(),;:"[\]\\]+)+$/;

const isAddress = (value: string): boolean => {
  const [mailbox = '', domain = ''] = value.split('@');
  return (
    emailPattern.test(value) &&
    mailbox.length <= 64 &&
    !/^\.|\.\.|\.$/.test(mailbox) &&
    isPlain(value) &&
    isDomain(domain)
  );
};

export const isEmail = (value: string): boolean => value.length <= 254 && isAddress(plainForm(value));
export const email = () =>
  z
    .string()
    .check(z.maxLength(254), toPlainForm, z.regex(emailPattern, messages.email), z.refine(isAddress, messages.email));

const hiddenCharacters = 'Please leave out hidden characters.';

/** The message of the rule that a first or last name breaks. */
export const nameError = (value: string): string | undefined => {
  const name = plainForm(value);
  if (name === '') return messages.required;
  return isPlain(name) ? undefined : hiddenCharacters;
};
export const personName = () =>
  z
    .string()
    .check(toPlainForm, z.minLength(1, messages.required), z.maxLength(100), z.refine(isPlain, hiddenCharacters));

/** The maximum length of a passkey's name. */
export const passkeyNameMax = 50;
export const passkeyName = () =>
  z
    .string()
    .check(
      toPlainForm,
      z.minLength(1, messages.required),
      z.maxLength(passkeyNameMax, messages.maximum(passkeyNameMax)),
      z.refine(isPlain, hiddenCharacters),
    );

/** The rules of a password, in the order in which a form lists them. `met` checks one value. */
export const passwordRules = [
  { label: '1 uppercase letter', met: (value: string) => /\p{Lu}/u.test(value) },
  { label: '1 lowercase letter', met: (value: string) => /\p{Ll}/u.test(value) },
  { label: '1 digit', met: (value: string) => /\d/.test(value) },
  { label: `At least ${passwordMin} characters`, met: (value: string) => value.length >= passwordMin },
] as const;

export const isPassword = (value: string): boolean => passwordRules.every((rule) => rule.met(value));
export const password = () => z.string().check(z.maxLength(200), z.refine(isPassword, messages.password));

/** A password that is set anew also needs a special symbol (A5.06). */
export const newPasswordRules = [
  ...passwordRules,
  { label: '1 special symbol', met: (value: string) => /[^\p{L}\p{N}\s]/u.test(value) },
] as const;

export const isNewPassword = (value: string): boolean => newPasswordRules.every((rule) => rule.met(value));
export const newPassword = () => z.string().check(z.maxLength(200), z.refine(isNewPassword, messages.newPassword));

export const isUsername = (value: string): boolean => value === '' || /^[A-Za-z]\w{2,29}$/.test(value);
export const username = () => z.string().check(z.refine(isUsername, messages.username));

/**
 * The number of seats from typed text. No number in decimal digits gives undefined, 0 or less the minimum, too many the
 * maximum, and fractions are floored.
 */
export const clampSeats = (typed: string, limits: { min: number; max: number }): number | undefined => {
  const value = decimal(typed);
  if (value === undefined) return undefined;
  const whole = Math.floor(value);
  return whole <= 0 ? limits.min : Math.min(whole, limits.max);
};
