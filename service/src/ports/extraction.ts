import type { Readable } from 'node:stream';

/** Why a file cannot be read; the sentence for it is in `domain/files/sentences.ts`. */
export const reasons = [
  'empty',
  'unsupported',
  'legacyOffice',
  'password',
  'broken',
  'twoKinds',
  'entities',
  'tooMuch',
  'tooLong',
] as const;
export type Reason = (typeof reasons)[number];

/** What a file contains, whatever its name. `type` is the media type of the content. */
export type Reading =
  | {
      readonly kind: 'document';
      readonly type: string;
      readonly text: string;
      readonly words: number;
      /** Pages of a PDF, slides or sheets. */
      readonly pages?: number;
      /** The file holds more text than is stored. */
      readonly cut: boolean;
    }
  | {
      readonly kind: 'image';
      readonly type: string;
      /** Pixels. */
      readonly width: number;
      readonly height: number;
      /** The picture converted to `type`, if browsers do not show the file's own type. */
      readonly converted?: Uint8Array;
    }
  | { readonly kind: 'unreadable'; readonly reason: Reason };

export interface ExtractionPort {
  /**
   * Reads a file of the user `owner` within caps of time and memory; an expected failure is a reading of the kind
   * `unreadable`. Once `signal` is aborted, no process reads it any more.
   */
  read(content: Readable, options?: { readonly owner?: string; readonly signal?: AbortSignal }): Promise<Reading>;
  /** Ends the processes that read. */
  close(): Promise<void>;
}

/** Characters of a file's text that are stored. */
export const textLimit = 2_000_000;
