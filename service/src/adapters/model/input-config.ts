import * as z from 'zod';

/** Tokens that a request may hold. With fewer than 2,000 there is hardly room for a prompt and its context. */
export const contextTokens = () => z.coerce.number().int().min(2000).max(10_000_000).optional();

/** Environment variables for what a model receives besides the chat. */
export const modelInputVariables = {
  /** Whether pictures are sent to the model. */
  MODEL_IMAGES: z.stringbool().default(true),
  /** Maximum number of characters of documents in one request. */
  MODEL_DOCUMENT_CHARACTERS: z.coerce.number().int().min(1000).max(5_000_000).default(200_000),
  /** Milliseconds that a prompt waits for its vector. After that, passages are found by words only. */
  MODEL_EMBEDDING_WAIT: z.coerce.number().int().min(0).max(60_000).default(300),
};

export interface ModelInputConfig {
  readonly images: boolean;
  readonly documentCharacters: number;
  readonly embeddingWait: number;
}

interface Values {
  readonly MODEL_IMAGES: boolean;
  readonly MODEL_DOCUMENT_CHARACTERS: number;
  readonly MODEL_EMBEDDING_WAIT: number;
}

export const readModelInput = (values: Values): ModelInputConfig => ({
  images: values.MODEL_IMAGES,
  documentCharacters: values.MODEL_DOCUMENT_CHARACTERS,
  embeddingWait: values.MODEL_EMBEDDING_WAIT,
});
