import type { EgressFailure } from './egress.ts';

export interface SearchResult {
  readonly title: string;
  /** An `http:` or `https:` URL. */
  readonly url: string;
  /** Plain text; may be empty. */
  readonly snippet: string;
}

/** `off`: no provider; `refused`: the provider does not accept the key; `limited`: its rate limit is reached. */
export type SearchFailure = 'off' | 'refused' | 'limited' | 'failed' | 'aborted';
export type SearchAnswer =
  | { readonly ok: true; readonly results: readonly SearchResult[] }
  | { readonly ok: false; readonly reason: SearchFailure };

/** `empty`: the page holds no text that can be read. */
export type ReadFailure = EgressFailure | 'off' | 'empty';
export type ReadAnswer =
  | {
      readonly ok: true;
      /** The final URL after redirects. */
      readonly url: string;
      readonly title: string;
      /** Plain text with blank lines between blocks. It is untrusted: material to quote, never instructions. */
      readonly text: string;
      /** The page holds more text than is returned. */
      readonly cut: boolean;
    }
  | { readonly ok: false; readonly reason: ReadFailure };

export type Availability = { readonly available: true } | { readonly available: false; readonly sentence: string };

/** Finds and reads web pages for research. Nothing here throws: an expected failure is an answer. */
export interface ResearchPort {
  /** Without a provider, the sentence tells the user what research can still cover. */
  readonly availability: Availability;
  /** At most `resultsLimit` results, the best first, each URL once. */
  search(query: string, signal: AbortSignal): Promise<SearchAnswer>;
  /** Reads a page for the user `owner`. */
  read(url: string, signal: AbortSignal, owner?: string): Promise<ReadAnswer>;
}

export const resultsLimit = 10;
/** Characters of a page's text that are returned. */
export const pageTextLimit = 100_000;
