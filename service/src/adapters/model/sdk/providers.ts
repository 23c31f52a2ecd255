import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Provider } from '../catalog/entry.ts';
import type { ModelEntry } from '../../../ports/model-catalog.ts';
import { answerTokens, type ModelConnection } from '../catalog/read.ts';

type SdkProvider = Exclude<Provider, 'openai-compatible'>;
export interface SdkConnection extends ModelConnection {
  readonly provider: SdkProvider;
}

interface Settings {
  readonly baseURL?: string;
  readonly apiKey?: string;
}

/** Each package is loaded only if one of its models is configured. */
const openers: Readonly<
  Record<SdkProvider, (settings: Settings, connection: SdkConnection) => Promise<(name: string) => LanguageModelV4>>
> = {
  openai: async (settings) => (await import('@ai-sdk/openai')).createOpenAI(settings),
  anthropic: async (settings) => (await import('@ai-sdk/anthropic')).createAnthropic(settings),
  google: async (settings) => (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings),
  mistral: async (settings) => (await import('@ai-sdk/mistral')).createMistral(settings),
  bedrock: async (settings, { region }) =>
    (await import('@ai-sdk/amazon-bedrock')).createAmazonBedrock({ ...settings, ...(region ? { region } : {}) }),
  azure: async (settings, { resource }) =>
    (await import('@ai-sdk/azure')).createAzure({ ...settings, ...(resource ? { resourceName: resource } : {}) }),
};

export const openSdkModel = async (connection: SdkConnection): Promise<LanguageModelV4> => {
  const { provider, name, baseUrl, apiKey } = connection;
  const settings = {
    ...(baseUrl ? { baseURL: baseUrl.replace(/\/+$/, '') } : {}),
    ...(apiKey ? { apiKey } : {}),
  };
  return (await openers[provider](settings, connection))(name);
};

/** Options that store nothing at the provider and request the model's reasoning where the provider offers it. */
export const optionsOf = (provider: SdkProvider, thinks: boolean): SharedV4ProviderOptions => {
  if (provider === 'openai' || provider === 'azure')
    return { openai: { store: false, ...(thinks ? { reasoningSummary: 'auto' } : {}) } };
  if (provider === 'google' && thinks) return { google: { thinkingConfig: { includeThoughts: true } } };
  return {};
};

/**
 * The most tokens that are requested from Anthropic if the operator sets no limit. The package lowers it for models that
 * it knows; of a model with another name, all that is known is that every Claude since version 4 accepts the lower one.
 */
const mostOfClaude = { known: 128_000, unknown: 32_000 } as const;

/** Claude before version 3.7 accepts much less, and the package does not lower the limit of those. */
const earlyClaude = /claude-(?:instant|v?2|3)(?=$|[-.])/;

/** The longest answer to request in tokens; undefined if the provider, or the package for it, decides. */
export const longestAnswer = (entry: ModelEntry, provider: SdkProvider): number | undefined => {
  const room = answerTokens(entry);
  if (entry.maxOutputTokens || provider !== 'anthropic' || !room || earlyClaude.test(entry.name))
    return entry.maxOutputTokens;
  // Anthropic requires a limit. That of the package ignores the context window, which the request then exceeds.
  return Math.min(room, mostOfClaude[entry.name.includes('claude-') ? 'known' : 'unknown']);
};
