import * as z from 'zod';
import { resultsLimit } from '../../../ports/research.ts';
import type { SearchProvider } from './provider.ts';

/** The parts of SearXNG's and Tavily's answers that are read. */
const resultsWithContent = z
  .object({
    results: z.array(z.object({ title: z.string().nullish(), url: z.string(), content: z.string().nullish() })),
  })
  .transform(({ results }) => results.map(({ title, url, content }) => ({ title, url, snippet: content })));

/** A SearXNG instance. Its format `json` must be enabled. */
export const searxng = (base: string): SearchProvider => ({
  maxQuery: 1000,
  answer: resultsWithContent,
  request: (query) => {
    const url = new URL(`${base.replace(/\/$/, '')}/search`);
    url.search = new URLSearchParams({ q: query, format: 'json' }).toString();
    return { url };
  },
});

/** Tavily. */
export const tavily = (key: string, origin = 'https://api.tavily.com'): SearchProvider => ({
  maxQuery: 400,
  answer: resultsWithContent,
  request: (query) => ({
    url: new URL('/search', origin),
    init: {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, max_results: resultsLimit }),
    },
  }),
});

const braveResult = z.object({ title: z.string().nullish(), url: z.string(), description: z.string().nullish() });
const braveResults = z
  .object({ web: z.object({ results: z.array(braveResult) }).optional() })
  .transform(({ web }) =>
    (web?.results ?? []).map(({ title, url, description }) => ({ title, url, snippet: description })),
  );

/** Brave Search. */
export const brave = (key: string, origin = 'https://api.search.brave.com'): SearchProvider => ({
  maxQuery: 400,
  answer: braveResults,
  request: (query) => {
    const url = new URL('/res/v1/web/search', origin);
    url.search = new URLSearchParams({ q: query, count: String(resultsLimit) }).toString();
    return { url, init: { headers: { accept: 'application/json', 'x-subscription-token': key } } };
  },
});
