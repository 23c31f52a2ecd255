import type { WarnLog } from '../../log.ts';
import { type PageParts, readPage } from './page/read.ts';
import type { ResearchPort } from '../../ports/research.ts';
import { type SearchProvider, searchWith } from './search/provider.ts';

/** Research in the web, by a provider of searches. */
export const createWebResearch = (provider: SearchProvider, parts: PageParts, log?: WarnLog): ResearchPort => ({
  availability: { available: true },
  search: (query, signal) => searchWith(provider, query, signal, log),
  read: (url, signal) => readPage(parts, url, signal),
});
