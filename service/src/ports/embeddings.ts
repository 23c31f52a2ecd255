export interface EmbedOptions {
  /** Receives the tokens that the provider reports, once per request to it. */
  readonly onTokens?: (tokens: number) => void;
  /** No user waits for the vectors, so a provider that is busy or unreachable is tried again later. */
  readonly patient?: boolean;
}

/** Turns texts into vectors. Texts with similar meanings have vectors close to each other. */
export interface EmbeddingsPort {
  /** Identifies provider and model. Vectors with different ids cannot be compared. */
  readonly id: string;
  /** The model's id in the catalog. */
  readonly model: string;
  /** A vector for each text, all of one length. Throws a `ModelFailure` on failure or if `signal` is aborted. */
  embed(texts: readonly string[], signal: AbortSignal, options?: EmbedOptions): Promise<readonly (readonly number[])[]>;
  /** Since when it fails, in milliseconds since 1970, and why; undefined while it works. The text holds no key. */
  failing(): { readonly since: number; readonly why: string } | undefined;
}

/**
 * The models for ordinary content and for that of secure chats. Without one, passages of that content are searched by
 * words only.
 */
export interface Embedders {
  readonly open?: EmbeddingsPort | undefined;
  readonly secure?: EmbeddingsPort | undefined;
}
