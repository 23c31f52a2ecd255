import type * as z from 'zod';
import { unquoted, type WarnLog } from '../../../log.ts';
import { resultsLimit, type SearchAnswer, type SearchFailure, type SearchResult } from '../../../ports/research.ts';

/** How to query a provider and how to read its results. */
export interface SearchProvider {
  readonly request: (query: string) => { readonly url: URL; readonly init?: RequestInit };
  /** The schema of an answer. Any other answer is a failure. */
  readonly answer: z.ZodType<readonly Found[]>;
  /** Characters of a query that the provider accepts. */
  readonly maxQuery: number;
}
export interface Found {
  readonly title?: string | null | undefined;
  readonly url: string;
  readonly snippet?: string | null | undefined;
}

const timeout = 10_000;
const statuses: Readonly<Record<number, SearchFailure>> = { 401: 'refused', 403: 'refused', 429: 'limited' };

/** Removes the tags with which providers highlight matches, and decodes entities. */
const plain = (html: string): string =>
  html
    .replaceAll(/<\/?\w[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

const clean = (found: readonly Found[]): SearchResult[] => {
  const results = new Map<string, SearchResult>();
  for (const { title, url, snippet } of found) {
    const read = URL.canParse(url) ? new URL(url) : undefined;
    if (!read || !/^https?:$/.test(read.protocol) || results.has(read.href)) continue;
    results.set(read.href, {
      url: read.href,
      title: plain(title ?? '') || read.hostname,
      snippet: plain(snippet ?? ''),
    });
  }
  return [...results.values()].slice(0, resultsLimit);
};

/** Queries the provider. The operator chose its URL, so it may be in the private network. */
export const searchWith = async (
  { request, answer, maxQuery }: SearchProvider,
  query: string,
  signal: AbortSignal,
  log?: WarnLog,
): Promise<SearchAnswer> => {
  const { url, init } = request(query.replaceAll(/\s+/g, ' ').trim().slice(0, maxQuery));
  try {
    const response = await fetch(url, {
      ...init,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      redirect: 'error',
    });
    if (!response.ok) {
      await response.body?.cancel();
      log?.warn({ provider: url.host, status: response.status }, 'The search provider rejected a search.');
      return { ok: false, reason: statuses[response.status] ?? 'failed' };
    }
    return { ok: true, results: clean(answer.parse(await response.json())) };
  } catch (error) {
    // The provider is unreachable, slow or answers in another format. The caller continues without results.
    if (!signal.aborted) log?.warn({ provider: url.host, cause: unquoted(error) }, 'A search failed.');
    return { ok: false, reason: signal.aborted ? 'aborted' : 'failed' };
  }
};
