/** What a document is made of. */
export interface DocumentOrder {
  readonly type: 'pdf' | 'docx';
  readonly title: string;
  /** GitHub's Markdown with math. */
  readonly markdown: string;
  /** Addresses that the text cites: its links to them become notes. */
  readonly citations: readonly string[];
}

/** `tooLarge`: the document would take more time or memory than one may. */
export type DocumentMade =
  | { readonly kind: 'made'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: 'tooLarge' | 'broken' };

export interface DocumentsPort {
  /** Makes the document without any request to the outside. An expected failure is a value. */
  make(order: DocumentOrder): Promise<DocumentMade>;
}
