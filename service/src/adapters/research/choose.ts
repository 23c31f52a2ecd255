import * as z from 'zod';
import type { WarnLog } from '../../log.ts';
import { readPage, type PageParts } from './page/read.ts';
import type { ResearchPort } from '../../ports/research.ts';
import { brave, searxng, tavily } from './search/engines.ts';
import { searchWith, type SearchProvider } from './search/provider.ts';

/** Research on the web with a search provider. */
export const createWebResearch = (provider: SearchProvider, parts: PageParts, log?: WarnLog): ResearchPort => ({
  availability: { available: true },
  search: (query, signal) => searchWith(provider, query, signal, log),
  read: (url, signal, owner) => readPage(parts, url, signal, owner),
});

const text = () => z.string().trim().min(1).optional();
export const researchVariables = {
  SEARXNG_URL: z.url({ protocol: /^https?$/, error: 'has to be http://… or https://…' }).optional(),
  BRAVE_API_KEY: text(),
  TAVILY_API_KEY: text(),
};

export type ResearchConfig =
  | { readonly provider: 'searxng'; readonly url: string }
  | { readonly provider: 'brave' | 'tavily'; readonly key: string };

/**
 * The first provider that is configured: SearXNG, Brave, Tavily. If undefined, research only covers the user's uploads.
 */
export const readResearch = (e: z.infer<z.ZodObject<typeof researchVariables>>): ResearchConfig | undefined => {
  if (e.SEARXNG_URL !== undefined) return { provider: 'searxng', url: e.SEARXNG_URL };
  if (e.BRAVE_API_KEY !== undefined) return { provider: 'brave', key: e.BRAVE_API_KEY };
  if (e.TAVILY_API_KEY !== undefined) return { provider: 'tavily', key: e.TAVILY_API_KEY };
  return undefined;
};

const providerOf = (config: ResearchConfig): SearchProvider => {
  if (config.provider === 'searxng') return searxng(config.url);
  return config.provider === 'brave' ? brave(config.key) : tavily(config.key);
};

/** Without a provider, research only covers the user's uploads, and says so. */
export const createUploadsOnly = (): ResearchPort => ({
  availability: {
    available: false,
    sentence: 'Web research is not set up on this installation: only your own uploads are searched.',
  },
  search: async () => ({ ok: false, reason: 'off' }),
  read: async () => ({ ok: false, reason: 'off' }),
});

/** Chooses the adapter by the configuration. */
export const chooseResearch = (config: ResearchConfig | undefined, parts: PageParts, log?: WarnLog): ResearchPort =>
  config ? createWebResearch(providerOf(config), parts, log) : createUploadsOnly();
