import type { identityProviders } from '@atrium/shared-kernel/contracts/constants';

export type Provider = (typeof identityProviders)[number];

/** The providers by the names that people know them by. */
export const providerNames: Readonly<Record<Provider, string>> = {
  google: 'Google',
  apple: 'Apple',
  azure: 'Microsoft',
};

const failed = 'Failed to log you in. Please try again.';

/** What a failed login says (A8.10, A8.11). */
export const failureTexts: Readonly<Record<Provider, string>> = {
  google: 'Error trying to login with Google, please try again.',
  apple: failed,
  azure: failed,
};
