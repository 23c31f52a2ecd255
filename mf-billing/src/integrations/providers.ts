import type { workspaceProviders } from '@atrium/shared-kernel/contracts/constants';

export type Provider = (typeof workspaceProviders)[number];

export const providerNames: Readonly<Record<Provider, string>> = { google: 'Google', microsoft: 'Microsoft' };

export const connectFailed = (provider: Provider): string =>
  `Failed to connect ${providerNames[provider]} services, please try again.`;

const contentTypes = [
  ['calendar', /calendar/i],
  ['mail', /mail/i],
  ['files', /drive|files/i],
] as const;

/** What the scopes let the product read, for example `calendar, mail and files`. */
export const readable = (scopes: readonly string[]): string =>
  new Intl.ListFormat('en').format(
    contentTypes
      .filter(([, pattern]) => scopes.some((scope) => pattern.test(scope)))
      .map(([contentType]) => contentType),
  );
