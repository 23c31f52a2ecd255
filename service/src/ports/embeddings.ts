export interface EmbedOptions {
  /** Hears what the provider reports, for each of its requests. */
  readonly onTokens?: (tokens: number) => void;
  /** Nobody waits for it: a provider that is busy or away is asked again. */
  readonly patient?: boolean;
}

/** Turns texts into vectors: near ones mean alike. */
export interface EmbeddingsPort {
  /** Names provider and model: vectors of different ones cannot be compared. */
  readonly id: string;
  /** Its id in the catalog. */
  readonly model: string;
  /** A vector for each text, all of one length; throws a `ModelFailure` where it fails or `signal` is aborted. */
  embed(texts: readonly string[], signal: AbortSignal, options?: EmbedOptions): Promise<readonly (readonly number[])[]>;
  /** Since when it fails, in milliseconds, and why; undefined while it works. Its text holds no key. */
  failing(): { readonly since: number; readonly why: string } | undefined;
}

/** Who embeds what may leave for any provider, and who what is of secure chats; none: passages are found by words. */
export interface Embedders {
  readonly open?: EmbeddingsPort | undefined;
  readonly secure?: EmbeddingsPort | undefined;
}
