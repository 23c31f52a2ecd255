import * as z from 'zod';
import type { SearchProvider } from './provider.ts';

const answer = z
  .object({
    results: z.array(z.object({ title: z.string().nullish(), url: z.string(), content: z.string().nullish() })),
  })
  .transform(({ results }) => results.map(({ title, url, content }) => ({ title, url, snippet: content })));

/** A SearXNG instance, which has to have the format `json` switched on. */
export const searxng = (base: string): SearchProvider => ({
  longest: 1000,
  answer,
  request: (query) => {
    const url = new URL(`${base.replace(/\/$/, '')}/search`);
    url.search = new URLSearchParams({ q: query, format: 'json' }).toString();
    return { url };
  },
});
