import * as z from 'zod';
import { contextTokens } from './input-config.ts';

const text = () => z.string().trim().min(1).optional();
export const privateModelVariables = {
  PRIVATE_MODEL_BASE_URL: z.url({ protocol: /^https?$/, error: 'has to be http://… or https://…' }).optional(),
  PRIVATE_MODEL_NAME: text(),
  PRIVATE_MODEL_API_KEY: text(),
  PRIVATE_MODEL_CONTEXT_TOKENS: contextTokens(),
};

/** The endpoint that answers secure chats. */
export interface PrivateModel {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly contextTokens?: number;
}

/** Undefined if it is not configured. Throws an error if only one of base URL and name is set. */
export const readPrivateModel = (e: z.infer<z.ZodObject<typeof privateModelVariables>>): PrivateModel | undefined => {
  const { PRIVATE_MODEL_BASE_URL: baseUrl, PRIVATE_MODEL_NAME: model, PRIVATE_MODEL_API_KEY: apiKey } = e;
  const tokens = e.PRIVATE_MODEL_CONTEXT_TOKENS;
  if (baseUrl && model)
    return { baseUrl, model, ...(apiKey ? { apiKey } : {}), ...(tokens ? { contextTokens: tokens } : {}) };
  if (!baseUrl && !model) return undefined;
  throw new Error(
    'The environment is not usable: a private model needs both PRIVATE_MODEL_BASE_URL and PRIVATE_MODEL_NAME.',
  );
};
