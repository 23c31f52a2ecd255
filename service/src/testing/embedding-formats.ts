import type { WireFormat } from './provider-formats.ts';

type Embeds = (text: string) => readonly number[];
interface Asked {
  readonly path: string;
  readonly body: string;
}

/** Tokens that a provider says a text has. */
export const tokensSaid = 3;

const openAis = ({ body }: Asked, embeds: Embeds): object => {
  const { input, model } = JSON.parse(body) as { input: string[]; model: string };
  const tokens = input.length * tokensSaid;
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
/** One text, or a list of requests; it reports no use. */
const googles = ({ path, body }: Asked, embeds: Embeds): object => {
  const valuesOf = ({ content }: GoogleContent) => ({ values: embeds(content.parts[0]!.text) });
  const asked = JSON.parse(body) as GoogleContent & { readonly requests: readonly GoogleContent[] };
  return path.endsWith(':batchEmbedContents')
    ? { embeddings: asked.requests.map(valuesOf) }
    : { embedding: valuesOf(asked) };
};

/** Titan takes one text; Cohere, of versions 3 and 4, many; Nova one, in a form of its own. */
const bedrocks = ({ path, body }: Asked, embeds: Embeds): object => {
  const asked = JSON.parse(body) as {
    readonly inputText: string;
    readonly texts: readonly string[];
    readonly singleEmbeddingParams: { readonly text: { readonly value: string } };
  };
  if (path.includes('nova'))
    return {
      embeddings: [{ embeddingType: 'TEXT', embedding: embeds(asked.singleEmbeddingParams.text.value) }],
      inputTokenCount: tokensSaid,
    };
  if (path.includes('cohere.embed-v4'))
    return { id: 'i', response_type: 'embeddings_by_type', embeddings: { float: asked.texts.map(embeds) } };
  if (path.includes('cohere'))
    return {
      id: 'i',
      response_type: 'embeddings_floats',
      embeddings: asked.texts.map(embeds),
      texts: asked.texts,
    };
  return { embedding: embeds(asked.inputText), inputTextTokenCount: tokensSaid };
};

/** The answer to a request for vectors as each provider publishes it. */
export const embeddingsOf = (format: WireFormat, asked: Asked, embeds: Embeds): object => {
  if (format === 'google') return googles(asked, embeds);
  if (format === 'bedrock') return bedrocks(asked, embeds);
  if (format === 'anthropic') throw new Error('Anthropic has no embeddings.');
  return openAis(asked, embeds);
};
