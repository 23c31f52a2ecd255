import type { Provider } from './identity.ts';
import type { WorkspaceProvider } from './consent.ts';

/** What is asked of one provider. */
export interface ConsentProfile {
  /** The same client signs people in there. */
  readonly identity: Provider;
  /** What the product may read: nothing may be written (A7.32). */
  readonly scopes: readonly string[];
  /** What the flow itself needs. */
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
    // Without these Google gives no token that outlives the hour.
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
