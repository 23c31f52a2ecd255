import { isEmail, messages } from '@atrium/shared-kernel/contracts/validation';

/** Why `typed` cannot replace the address `current` (A5.11). */
export const emailError = (typed: string, current: string): string | undefined => {
  const email = typed.trim();
  if (email.toLowerCase() === current.toLowerCase()) return messages.sameEmail;
  return isEmail(email) ? undefined : messages.changeEmail;
};
