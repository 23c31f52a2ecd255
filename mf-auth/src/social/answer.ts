import type { Provider } from './providers.ts';

/** A provider's answer, as the input of its login call. */
export type Answer =
  | { readonly provider: 'google'; readonly input: { token: string } }
  | { readonly provider: 'apple'; readonly input: { code: string; appleUser?: string | undefined } }
  | {
      readonly provider: 'azure';
      readonly input: { code: string; clientInfo?: string | undefined; sessionState?: string | undefined };
    };

/** The answer in the query of a provider's page (A2.08 to A2.10). Undefined if a required parameter is missing. */
export const answerOf = (provider: Provider, search: string): Answer | undefined => {
  const query = new URLSearchParams(search);
  const parameter = (name: string) => query.get(name) || undefined;
  if (provider === 'google') {
    const token = parameter('credential');
    return token === undefined ? undefined : { provider, input: { token } };
  }
  const code = parameter('code');
  if (code === undefined) return undefined;
  return provider === 'apple'
    ? { provider, input: { code, appleUser: parameter('user') } }
    : { provider, input: { code, clientInfo: parameter('client_info'), sessionState: parameter('session_state') } };
};
