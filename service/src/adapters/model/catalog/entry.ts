import * as z from 'zod';
import { tokenizerNames } from '../../../ports/tokenizers.ts';
import { purposes } from '../../../ports/model-catalog.ts';

export const providers = ['openai-compatible', 'openai', 'anthropic', 'google', 'mistral', 'bedrock', 'azure'] as const;
export type Provider = (typeof providers)[number];

/** The reasoning efforts of the AI SDK. */
const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

const id = () =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'may contain only lowercase letters, digits, dots, dashes and underscores');
const words = (maximum: number) => z.string().trim().min(1).max(maximum);
const tokens = () => z.int().min(1).max(10_000_000);
const dollars = () => z.number().min(0).max(100_000);

/** Names the variable or file that holds an API key. The key itself is never part of the catalog. */
const key = () =>
  z.union([z.strictObject({ env: words(200) }), z.strictObject({ file: words(1000) })], {
    error: 'has to name a variable, as {"env": "OPENAI_API_KEY"}, or a file, as {"file": "/run/secrets/openai"}',
  });

/** A model as `ATRIUM_MODELS` describes it. */
export const entryShape = z.strictObject({
  id: id(),
  label: words(60),
  description: words(200).optional(),
  name: words(200),
  provider: z.enum(providers),
  baseUrl: z.url({ protocol: /^https?$/, error: 'has to be http://… or https://…' }).optional(),
  key: key().optional(),
  /** For Bedrock only. */
  region: words(60).optional(),
  /** For Azure only. */
  resource: words(100).optional(),
  contextWindow: tokens().min(3000).optional(),
  maxOutputTokens: tokens().optional(),
  tokenizer: z.enum([...tokenizerNames, 'estimate']).optional(),
  takes: z.array(z.enum(['pictures', 'documents', 'audio'])).default([]),
  thinks: z.boolean().default(false),
  efforts: z.array(z.enum(efforts)).default([]),
  effort: z.enum(efforts).optional(),
  tools: z.boolean().default(false),
  streams: z.boolean().default(true),
  price: z
    .strictObject({
      input: dollars(),
      output: dollars(),
      cached: dollars().optional(),
      cacheWrite: dollars().optional(),
      picture: dollars().optional(),
      minute: dollars().optional(),
    })
    .optional(),
  budget: z.number().positive().max(100_000_000).optional(),
  for: z.array(z.enum(purposes)).min(1).default(['chat']),
  access: z
    .strictObject({
      plans: z.array(z.enum(['month', 'year'])).optional(),
      teams: z.array(z.string().regex(/^[0-9a-f]{24}$/, 'has to be the id of a team')).optional(),
      roles: z.array(z.string().regex(/^[0-9a-f]{24}$/, 'has to be the id of a role')).optional(),
      productAdmins: z.boolean().optional(),
    })
    .optional(),
  fallbacks: z.array(id()).default([]),
});
export type Entry = z.infer<typeof entryShape>;

/** Providers that need no key: self-hosted servers, and Bedrock, which reads the AWS variables. */
const noKey = new Set<Provider>(['openai-compatible', 'bedrock']);
/** Providers with OpenAI's APIs for images and transcriptions. */
const openAis = new Set<Provider>(['openai-compatible', 'openai']);
const smallestRequest = 2000;

const allowsNobody = ({ plans = [], teams = [], roles = [], productAdmins }: Entry['access'] & {}): boolean =>
  !productAdmins && plans.length + teams.length + roles.length === 0;

/** What is wrong with an entry that matches the schema, else undefined. `all` are the ids of the catalog. */
export const wrongIn = (entry: Entry, all: ReadonlySet<string>): string | undefined => {
  const { provider, contextWindow, maxOutputTokens, fallbacks, effort } = entry;
  if (provider === 'openai-compatible' && !entry.baseUrl) return `baseUrl (${provider} needs it)`;
  if (!noKey.has(provider) && !entry.key) return `key (${provider} needs it)`;
  if (provider === 'azure' && !entry.resource && !entry.baseUrl) return 'resource (azure needs it, or baseUrl)';
  if (contextWindow && maxOutputTokens && contextWindow - maxOutputTokens < smallestRequest)
    return `maxOutputTokens (leaves less than ${smallestRequest} tokens of contextWindow for the request)`;
  if (effort && !entry.efforts.includes(effort)) return `effort (${effort} is not one of its efforts)`;
  if (entry.for.includes('images') && !openAis.has(provider))
    return `for (image generation with ${provider} is not supported)`;
  if (entry.for.includes('transcription')) {
    if (!openAis.has(provider)) return `for (transcription with ${provider} is not supported)`;
    const other = entry.for.find((one) => one !== 'transcription');
    if (other) return `for (a model for transcription cannot be used for ${other})`;
  }
  if (entry.for.includes('embeddings')) {
    if (provider === 'anthropic') return `for (${provider} has no embeddings)`;
    const other = entry.for.find((one) => one !== 'embeddings' && one !== 'secure');
    if (other) return `for (a model for embeddings cannot be used for ${other})`;
  }
  if (entry.access && allowsNobody(entry.access)) return 'access (allows nobody: omit it to allow everybody)';
  if (entry.budget !== undefined && !entry.price) return 'budget (has no effect without a price)';
  if (fallbacks.includes(entry.id)) return `fallbacks (${entry.id} is the model itself)`;
  const unknown = fallbacks.find((one) => !all.has(one));
  return unknown === undefined ? undefined : `fallbacks (${unknown} is not one of the models)`;
};
