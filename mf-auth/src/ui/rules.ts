import { isEmail, isPassword, messages } from '@atrium/shared-kernel/contracts/validation';

export const required = (value: string): string | undefined => (value.trim() === '' ? messages.required : undefined);

export const emailRule = (value: string): string | undefined =>
  required(value) ?? (isEmail(value.trim()) ? undefined : messages.email);

export const newPasswordRule = (value: string): string | undefined =>
  required(value) ??
  (isPassword(value) ? undefined : 'The password needs 1 uppercase, 1 lowercase, 1 digit and at least 6 characters.');
