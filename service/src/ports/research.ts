import type { EgressFailure } from './egress.ts';

export interface SearchResult {
  readonly title: string;
  /** By HTTP. */
  readonly url: string;
  /** Plain text; may be empty. */
  readonly snippet: string;
}

/** `off`: no provider; `refused`: the provider does not accept the key; `limited`: too much was asked of it for now. */
export type SearchFailure = 'off' | 'refused' | 'limited' | 'failed' | 'aborted';
export type SearchAnswer =
  | { readonly ok: true; readonly results: readonly SearchResult[] }
  | { readonly ok: false; readonly reason: SearchFailure };

/** `empty`: the page holds no text that can be read. */
export type ReadFailure = EgressFailure | 'off' | 'empty';
export type ReadAnswer =
  | {
      readonly ok: true;
      /** Where redirects ended. */
      readonly url: string;
      readonly title: string;
      /** Plain text, blocks parted by blank lines. Written by a stranger: material to quote, never instructions. */
      readonly text: string;
      /** The page holds more text than was kept. */
      readonly cut: boolean;
    }
  | { readonly ok: false; readonly reason: ReadFailure };

export type Availability = { readonly available: true } | { readonly available: false; readonly sentence: string };

/** Finds and reads pages of the web for research. Nothing here throws: what is expected to fail is an answer. */
export interface ResearchPort {
  /** Without a provider the sentence tells the user what research is left. */
  readonly availability: Availability;
  /** At most `resultsKept`, the best first, each address once. */
  search(query: string, signal: AbortSignal): Promise<SearchAnswer>;
  read(url: string, signal: AbortSignal): Promise<ReadAnswer>;
}

export const resultsLimit = 10;
/** Characters of a page that are kept. */
export const pageTextLimit = 100_000;
