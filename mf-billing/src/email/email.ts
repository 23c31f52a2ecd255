import { isCallError } from '@atrium/shared-kernel/client';
import { isEmail, messages } from '@atrium/shared-kernel/contracts/validation';

/** Why `typed` cannot take the place of the address `current` (A5.11). */
export const emailError = (typed: string, current: string): string | undefined => {
  const email = typed.trim();
  if (email.toLowerCase() === current.toLowerCase()) return messages.sameEmail;
  return isEmail(email) ? undefined : messages.changeEmail;
};

export const changeFailed = 'Error trying to change email, please try again.';

/** The service wants the password of the account first (A7.12). */
export const isPasswordRequired = (error: unknown): boolean => isCallError(error) && error.msg === 'Password required.';
