import type { Provider } from '../../ports/identity.ts';

/** What one provider wants that the protocol leaves open. */
export interface Profile {
  readonly scope: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Microsoft takes PKCE without saying so; Apple's documents do not name it. */
  readonly pkce: 'always' | 'announced';
}

export const profiles: Readonly<Record<Provider, Profile>> = {
  google: { scope: 'openid email profile', parameters: { prompt: 'select_account' }, pkce: 'always' },
  // Names and address come only by a form that the browser posts.
  apple: { scope: 'openid email name', parameters: { response_mode: 'form_post' }, pkce: 'announced' },
  azure: {
    scope: 'openid email profile',
    parameters: { prompt: 'select_account', client_info: '1' },
    pkce: 'always',
  },
};
