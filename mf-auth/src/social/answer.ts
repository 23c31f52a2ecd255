import type { Provider } from './providers.ts';

/** What a provider sent back, as its call wants it. */
export type Answer =
  | { readonly provider: 'google'; readonly input: { token: string } }
  | { readonly provider: 'apple'; readonly input: { code: string; appleUser?: string | undefined } }
  | {
      readonly provider: 'azure';
      readonly input: { code: string; clientInfo?: string | undefined; sessionState?: string | undefined };
    };

/** The answer in the query of a provider's page (A2.08 to A2.10); none where what it needs is missing. */
export const answerOf = (provider: Provider, search: string): Answer | undefined => {
  const query = new URLSearchParams(search);
  const given = (name: string) => query.get(name) || undefined;
  if (provider === 'google') {
    const token = given('credential');
    return token === undefined ? undefined : { provider, input: { token } };
  }
  const code = given('code');
  if (code === undefined) return undefined;
  return provider === 'apple'
    ? { provider, input: { code, appleUser: given('user') } }
    : { provider, input: { code, clientInfo: given('client_info'), sessionState: given('session_state') } };
};
