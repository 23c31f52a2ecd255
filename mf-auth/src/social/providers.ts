import type { identityProviders } from '@atrium/shared-kernel/contracts/constants';

export type Provider = (typeof identityProviders)[number];

/** The providers' display names. */
export const providerNames: Readonly<Record<Provider, string>> = {
  google: 'Google',
  apple: 'Apple',
  azure: 'Microsoft',
};

const failed = 'Failed to log you in. Please try again.';

/** Error messages of a failed login (A8.10, A8.11). */
export const failureTexts: Readonly<Record<Provider, string>> = {
  google: 'Error trying to login with Google, please try again.',
  apple: failed,
  azure: failed,
};
