import type { ModelEvent } from '../../ports/model.ts';
import type { ReadFailure, ResearchPort, SearchFailure, SearchResult } from '../../ports/research.ts';
import { bounds } from './bounds.ts';
import { pageSource, plainWords, type Source } from './sources.ts';

const whyNoSearch: Readonly<Record<SearchFailure, string>> = {
  off: 'web research is not set up',
  refused: 'the search provider does not accept the key of this installation',
  limited: 'the search provider takes no more questions for now',
  failed: 'the search provider did not answer',
  aborted: 'the time for it was over',
};
const whyNotRead: Readonly<Record<ReadFailure, string>> = {
  off: 'web research is not set up',
  address: 'it is not an address of the public web',
  redirects: 'it leads from one address to the next',
  time: 'it took too long',
  bytes: 'it is too large',
  type: 'it is of a kind that cannot be read',
  status: 'the site refused it',
  network: 'it could not be reached',
  empty: 'it holds no text',
  aborted: 'the time for it was over',
};

/** The state of one research, across its rounds. */
export interface CollectedSources {
  /** The user whose research it is. */
  readonly owner: string;
  readonly sources: Source[];
  readonly seen: Set<string>;
  requests: number;
  /** Searches that were made, and those that were answered, even without results. */
  searches: number;
  answered: number;
}

export const noSources = (owner: string): CollectedSources => ({
  owner,
  sources: [],
  seen: new Set(),
  requests: 0,
  searches: 0,
  answered: 0,
});

const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');
const thought = (text: string): ModelEvent => ({ type: 'thought', text });

/** Merges results: the best of each search first, then the second best, and so on. */
const interleaved = (lists: readonly (readonly SearchResult[])[]): SearchResult[] => {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat();
};

/**
 * Searches and reads pages, and reports each step as a thought; what fails is left out. Ends early once `signal` is
 * aborted.
 */
export async function* collectSources(
  research: ResearchPort,
  queries: readonly string[],
  collected: CollectedSources,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  yield { type: 'system', text: 'Searching the web' };
  yield thought(`I search for ${queries.map((query) => `“${plainWords(query)}”`).join(', ')}.`);
  const lists: (readonly SearchResult[])[] = [];
  for (const query of queries) {
    collected.searches += 1;
    const answer = await research.search(query, signal);
    if (signal.aborted) return;
    if (answer.ok) {
      collected.answered += 1;
      lists.push(answer.results);
    } else yield thought(`The search for “${plainWords(query)}” failed: ${whyNoSearch[answer.reason]}.`);
  }
  const found = interleaved(lists).filter(({ url }) => !collected.seen.has(url));
  const candidates = [...new Map(found.map((result) => [result.url, result])).values()];
  if (candidates.length === 0) return;
  yield { type: 'system', text: 'Reading pages' };
  while (
    candidates.length > 0 &&
    collected.sources.length < bounds.pages &&
    collected.requests < bounds.requests &&
    !signal.aborted
  ) {
    const room = Math.min(
      bounds.concurrent,
      bounds.pages - collected.sources.length,
      bounds.requests - collected.requests,
    );
    const batch = candidates.splice(0, room);
    collected.requests += batch.length;
    for (const { url } of batch) collected.seen.add(url);
    const read = await Promise.all(
      batch.map(async ({ url }) => ({ url, answer: await research.read(url, signal, collected.owner) })),
    );
    for (const { url, answer } of read) {
      if (!answer.ok) yield thought(`I leave out ${hostOf(url)}: ${whyNotRead[answer.reason]}.`);
      else if (!collected.sources.some((source) => source.url === answer.url)) {
        const source = pageSource(answer.url, answer.title, answer.text, answer.cut);
        collected.seen.add(answer.url);
        collected.sources.push(source);
        yield thought(`I have read “${plainWords(source.title)}” (${hostOf(answer.url)}).`);
      }
    }
  }
}
