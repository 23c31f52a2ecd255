/** What a document is made of. */
export interface DocumentOrder {
  readonly type: 'pdf' | 'docx';
  readonly title: string;
  /** GitHub's Markdown with math. */
  readonly markdown: string;
  /** Addresses that the text cites: its links to them become notes. */
  readonly citations: readonly string[];
}

/** `tooLarge`: the document would take more time or memory than one may. `busy`: too many wait already. */
export type DocumentMade =
  | { readonly kind: 'made'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: 'tooLarge' | 'broken' | 'busy' };

export interface DocumentsPort {
  /**
   * Makes the document without any request to the outside. What one owner orders waits behind what they ordered before.
   * An expected failure is a value.
   */
  make(order: DocumentOrder, owner: string): Promise<DocumentMade>;
}
