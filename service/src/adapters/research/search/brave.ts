import * as z from 'zod';
import { resultsLimit } from '../../../ports/research.ts';
import type { SearchProvider } from './provider.ts';

const found = z.object({ title: z.string().nullish(), url: z.string(), description: z.string().nullish() });
const answer = z
  .object({ web: z.object({ results: z.array(found) }).optional() })
  .transform(({ web }) =>
    (web?.results ?? []).map(({ title, url, description }) => ({ title, url, snippet: description })),
  );

/** Brave Search. */
export const brave = (key: string, origin = 'https://api.search.brave.com'): SearchProvider => ({
  longest: 400,
  answer,
  request: (query) => {
    const url = new URL('/res/v1/web/search', origin);
    url.search = new URLSearchParams({ q: query, count: String(resultsLimit) }).toString();
    return { url, init: { headers: { accept: 'application/json', 'x-subscription-token': key } } };
  },
});
