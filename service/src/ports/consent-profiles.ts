import type { Provider } from './identity.ts';
import type { WorkspaceProvider } from './consent.ts';

/** What the product requests from one provider. */
export interface ConsentProfile {
  /** The sign-in whose OAuth client is used. */
  readonly identity: Provider;
  /** The data that the product may read; it may write nothing (A7.32). */
  readonly scopes: readonly string[];
  /** Scopes that the flow itself needs. */
  readonly protocol: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
  readonly callback: `/${string}`;
}

const googleapis = 'https://www.googleapis.com/auth';

export const consentProfiles: Readonly<Record<WorkspaceProvider, ConsentProfile>> = {
  google: {
    identity: 'google',
    scopes: [`${googleapis}/calendar.readonly`, `${googleapis}/gmail.readonly`, `${googleapis}/drive.readonly`],
    protocol: ['openid', 'email'],
    // Without these, Google issues no refresh token.
    parameters: { access_type: 'offline', prompt: 'consent' },
    callback: '/googleOAuth/callback',
  },
  microsoft: {
    identity: 'azure',
    scopes: ['Calendars.Read', 'Mail.Read', 'Files.Read'],
    protocol: ['openid', 'email', 'offline_access'],
    parameters: { prompt: 'consent' },
    callback: '/microsoftOAuth/callback',
  },
};
