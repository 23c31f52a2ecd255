/** What to make a document from. */
export interface DocumentOrder {
  readonly type: 'pdf' | 'docx';
  readonly title: string;
  /** GitHub Flavored Markdown with math. */
  readonly markdown: string;
  /** URLs that the text cites. Its links to them become footnotes. */
  readonly citations: readonly string[];
}

/** `tooLarge`: the document needs more time or memory than one may use. `busy`: too many are waiting already. */
export type DocumentMade =
  | { readonly kind: 'made'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: 'tooLarge' | 'broken' | 'busy' };

export interface DocumentsPort {
  /**
   * Makes the document without any network request. The documents of one owner are made in the order of their requests.
   * An expected failure is a value.
   */
  make(order: DocumentOrder, owner: string): Promise<DocumentMade>;
}
