import { isEmail, isNewPassword, isPassword, messages } from '@atrium/shared-kernel/contracts/validation';

/** Maximum lengths that the service accepts. */
export const longest = { name: 100, email: 254, password: 200 } as const;

export const required = (value: string): string | undefined => (value.trim() === '' ? messages.required : undefined);

export const emailRule = (value: string): string | undefined =>
  required(value) ?? (isEmail(value.trim()) ? undefined : messages.email);

export const passwordRule = (value: string): string | undefined =>
  required(value) ?? (isPassword(value) ? undefined : messages.password);

export const newPasswordRule = (value: string): string | undefined =>
  required(value) ?? (isNewPassword(value) ? undefined : messages.newPassword);
