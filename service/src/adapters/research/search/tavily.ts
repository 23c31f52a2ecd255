import * as z from 'zod';
import { resultsLimit } from '../../../ports/research.ts';
import type { SearchProvider } from './provider.ts';

const answer = z
  .object({
    results: z.array(z.object({ title: z.string().nullish(), url: z.string(), content: z.string().nullish() })),
  })
  .transform(({ results }) => results.map(({ title, url, content }) => ({ title, url, snippet: content })));

/** Tavily. */
export const tavily = (key: string, origin = 'https://api.tavily.com'): SearchProvider => ({
  longest: 400,
  answer,
  request: (query) => ({
    url: new URL('/search', origin),
    init: {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, max_results: resultsLimit }),
    },
  }),
});
