import type * as z from 'zod';
import { unquoted, type WarnLog } from '../../../log.ts';
import { resultsLimit, type SearchAnswer, type SearchFailure, type SearchResult } from '../../../ports/research.ts';

/** How one provider is asked, and where its answer has the results. */
export interface SearchProvider {
  readonly request: (query: string) => { readonly url: URL; readonly init?: RequestInit };
  /** Any shape of an answer that is not the provider's fails. */
  readonly answer: z.ZodType<readonly Found[]>;
  /** Characters of a question that the provider takes. */
  readonly longest: number;
}
export interface Found {
  readonly title?: string | null | undefined;
  readonly url: string;
  readonly snippet?: string | null | undefined;
}

const timeout = 10_000;
const statuses: Readonly<Record<number, SearchFailure>> = { 401: 'refused', 403: 'refused', 429: 'limited' };

/** Providers mark what was found with tags, and escape the rest. */
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

/** Asks the provider; its own address is the operator's choice, so it may be one of the inside. */
export const searchWith = async (
  { request, answer, longest }: SearchProvider,
  query: string,
  signal: AbortSignal,
  log?: WarnLog,
): Promise<SearchAnswer> => {
  const { url, init } = request(query.replaceAll(/\s+/g, ' ').trim().slice(0, longest));
  try {
    const response = await fetch(url, {
      ...init,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      redirect: 'error',
    });
    if (!response.ok) {
      await response.body?.cancel();
      log?.warn({ provider: url.host, status: response.status }, 'A search was refused by its provider.');
      return { ok: false, reason: statuses[response.status] ?? 'failed' };
    }
    return { ok: true, results: clean(answer.parse(await response.json())) };
  } catch (error) {
    // Unreachable, slow or of an unknown shape: the caller continues without the results in each case.
    if (!signal.aborted) log?.warn({ provider: url.host, cause: unquoted(error) }, 'A search failed.');
    return { ok: false, reason: signal.aborted ? 'aborted' : 'failed' };
  }
};
