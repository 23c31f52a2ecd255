import type { WireFormat } from './provider-formats.ts';

type Embeds = (text: string) => readonly number[];
interface Received {
  readonly path: string;
  readonly body: string;
}

/** Tokens that a provider reports for a text. */
export const reportedTokens = 3;

const openAis = ({ body }: Received, embeds: Embeds): object => {
  const { input, model } = JSON.parse(body) as { input: string[]; model: string };
  const tokens = input.length * reportedTokens;
  return {
    object: 'list',
    data: input.map((text, index) => ({ object: 'embedding', index, embedding: embeds(text) })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
};

interface GoogleContent {
  readonly content: { readonly parts: readonly { readonly text: string }[] };
}
/** Google accepts one text or a list of requests, and reports no usage. */
const googles = ({ path, body }: Received, embeds: Embeds): object => {
  const valuesOf = ({ content }: GoogleContent) => ({ values: embeds(content.parts[0]!.text) });
  const request = JSON.parse(body) as GoogleContent & { readonly requests: readonly GoogleContent[] };
  return path.endsWith(':batchEmbedContents')
    ? { embeddings: request.requests.map(valuesOf) }
    : { embedding: valuesOf(request) };
};

/** Titan accepts one text, Cohere (versions 3 and 4) many, and Nova one in a format of its own. */
const bedrocks = ({ path, body }: Received, embeds: Embeds): object => {
  const request = JSON.parse(body) as {
    readonly inputText: string;
    readonly texts: readonly string[];
    readonly singleEmbeddingParams: { readonly text: { readonly value: string } };
  };
  if (path.includes('nova'))
    return {
      embeddings: [{ embeddingType: 'TEXT', embedding: embeds(request.singleEmbeddingParams.text.value) }],
      inputTokenCount: reportedTokens,
    };
  if (path.includes('cohere.embed-v4'))
    return { id: 'i', response_type: 'embeddings_by_type', embeddings: { float: request.texts.map(embeds) } };
  if (path.includes('cohere'))
    return {
      id: 'i',
      response_type: 'embeddings_floats',
      embeddings: request.texts.map(embeds),
      texts: request.texts,
    };
  return { embedding: embeds(request.inputText), inputTextTokenCount: reportedTokens };
};

/** The answer to a request for vectors in each provider's published format. */
export const embeddingsOf = (format: WireFormat, received: Received, embeds: Embeds): object => {
  if (format === 'google') return googles(received, embeds);
  if (format === 'bedrock') return bedrocks(received, embeds);
  if (format === 'anthropic') throw new Error('Anthropic has no embeddings.');
  return openAis(received, embeds);
};
