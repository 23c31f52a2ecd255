import { afterEach, describe, expect, it } from 'vitest';
import type { EmbeddingsPort } from '../../ports/embeddings.ts';
import { reportedTokens } from '../../testing/embedding-formats.ts';
import { errorOf, type WireFormat, wireFormats } from '../../testing/provider-formats.ts';
import { refusals } from '../../testing/provider-refusals.ts';
import { type ProviderAnswer, type ProviderServer, startProvider } from '../../testing/provider-server.ts';
import { readCatalog } from './catalog/read.ts';
import { createEmbeddings } from './embeddings.ts';

const formats = wireFormats.filter((format) => format !== 'anthropic');
const names: Readonly<Partial<Record<WireFormat, string>>> = { bedrock: 'amazon.titan-embed-text-v2:0' };
/** Texts per request, where it is not 64. */
const together: Readonly<Record<string, number>> = { mistral: 32, bedrock: 1 };
const never = () => new AbortController().signal;
/** The vector of `text 7` starts with 7. */
const embeds = (text: string): number[] => [Number(text.split(' ')[1]), 0.5, -0.25];
const texts = (count: number) => Array.from({ length: count }, (_, at) => `text ${at}`);

let provider: ProviderServer | undefined;
afterEach(() => provider?.close());

const open = async (format: WireFormat, answers: ProviderAnswer[], name = names[format] ?? 'embed-1') => {
  provider = await startProvider(format, answers);
  const chat = { id: 'c', label: 'C', name: 'c', provider: 'openai-compatible', baseUrl: provider.url };
  const at = { provider: format, baseUrl: provider.url, key: { env: 'KEY' }, for: ['embeddings'] };
  const list = JSON.stringify([chat, { id: 'maps', label: 'Maps', name, ...at }]);
  return createEmbeddings(readCatalog(list, { KEY: 'topsecretvalue' })[1]!);
};
const failureOf = (embedder: EmbeddingsPort, count = 3, signal = never()) =>
  embedder.embed(texts(count), signal).catch((error: unknown) => error);
const busy = (format: WireFormat, headers: Record<string, string> = {}): ProviderAnswer => {
  const [, status, type, message, code] = refusals.find(([one, , , , , kind]) => one === format && kind === 'busy')!;
  return { status, headers, body: errorOf(format, type, message, code) };
};

describe.each(formats)('embeddings of a provider that speaks as %s', (format) => {
  it('return one for each of many texts, in as few requests as needed, with its key, and are counted as reported', async () => {
    const embedder = await open(format, [{ embeds }]);
    let tokens = 0;
    const onTokens = (reported: number) => void (tokens += reported);
    expect(await embedder.embed(texts(70), never(), { onTokens })).toEqual(texts(70).map(embeds));
    expect(provider!.requests).toHaveLength(Math.ceil(70 / (together[format] ?? 64)));
    for (const { headers, path, body } of provider!.requests) {
      expect(JSON.stringify(headers)).toContain('topsecretvalue');
      expect(decodeURIComponent(path) + body).toContain(names[format] ?? 'embed-1');
    }
    expect(tokens).toBe(format === 'google' ? 0 : 70 * reportedTokens);
    expect([embedder.id, embedder.model, embedder.failing()]).toEqual([
      `${format} ${names[format] ?? 'embed-1'}`,
      'maps',
      undefined,
    ]);
    expect(await embedder.embed(['text 5'], never())).toEqual([embeds('text 5')]);
    expect(await embedder.embed([], never())).toEqual([]);
  });

  it('fail with the provider’s reason, without its key, and say so until they work again', async () => {
    for (const [of, status, type, message, code, kind] of refusals.filter(([one]) => one === format)) {
      const embedder = await open(of, [{ status, body: errorOf(of, type, message, code) }]);
      const error = await failureOf(embedder);
      expect(error, message).toMatchObject({ name: 'ModelFailure', kind });
      expect(embedder.failing()).toMatchObject({ why: (error as Error).message });
      expect(JSON.stringify([(error as Error).message, embedder.failing()])).not.toContain('topsecretvalue');
      provider!.answers = [{ embeds }];
      await embedder.embed(texts(1), never());
      expect(embedder.failing()).toBeUndefined();
      await provider!.close();
    }
  });

  it.each<[string, (text: string) => unknown]>([
    ['of no numbers', () => []],
    ['of lengths that differ', (text) => (text === 'text 1' ? [1] : [1, 2])],
    ['of what is no number', () => [1, 'NaN', 3]],
    ['of nothing', () => null],
  ])('%s are rejected', async (_, vectors) => {
    const embedder = await open(format, [{ embeds: vectors as never }]);
    expect(await failureOf(embedder)).toMatchObject({ name: 'ModelFailure', kind: 'unreachable' });
    expect(embedder.failing()).toBeDefined();
  });

  it.each<[string, object | string]>([
    ['no JSON', 'Bad gateway'],
    ['half of an answer', '{"data": [{"embedding": [0.1, '],
    ['an empty object', {}],
    ['something else', { data: 'none', embeddings: 7, embedding: 'x' }],
  ])('that are %s are a failure', async (_, body) => {
    expect(await failureOf(await open(format, [{ body }]))).toMatchObject({
      name: 'ModelFailure',
      kind: 'unreachable',
    });
  });

  it('of another length in a later request are all rejected', async () => {
    const most = together[format] ?? 64;
    const changed = (text: string) => (Number(text.split(' ')[1]) < most ? [1, 2] : [1, 2, 3]);
    expect(await failureOf(await open(format, [{ embeds: changed }]), most + 1)).toMatchObject({ kind: 'unreachable' });
  });

  it('are retried if it is busy and nobody waits, after the time that it names', async () => {
    const answers = [busy(format, { 'retry-after-ms': '20' }), busy(format, { 'retry-after-ms': '20' }), { embeds }];
    const embedder = await open(format, answers);
    expect(await embedder.embed(['text 1'], never(), { patient: true })).toEqual([embeds('text 1')]);
    expect([provider!.requests.length, embedder.failing()]).toEqual([3, undefined]);
    provider!.answers = [busy(format)];
    expect(await failureOf(embedder, 1)).toMatchObject({ kind: 'busy' });
    expect(provider!.requests).toHaveLength(4);
  });

  it('end with the timeout of the caller, which is not their failure', async () => {
    const embedder = await open(format, [busy(format, { 'retry-after-ms': '30000' })]);
    const signal = AbortSignal.timeout(100);
    await expect(embedder.embed(['text 1'], signal, { patient: true })).rejects.toThrow(/abort/i);
    expect(embedder.failing()).toBeUndefined();
  });
});

it.each(['openai-compatible', 'openai', 'azure', 'mistral'] as const)(
  'vectors of %s in another order are assigned by their index',
  async (format) => {
    const data = [2, 0, 1].map((index) => ({ object: 'embedding', index, embedding: embeds(`text ${index}`) }));
    const usage = { prompt_tokens: 9, total_tokens: 9 };
    const embedder = await open(format, [{ body: { object: 'list', data, model: 'm', usage } }]);
    expect(await embedder.embed(texts(3), never())).toEqual(texts(3).map(embeds));
  },
);

it.each([
  ['cohere.embed-multilingual-v3', 2],
  ['cohere.embed-v4:0', 2],
  ['amazon.nova-2-multimodal-embeddings-v1:0', 70],
])('%s is called on Bedrock in its own format', async (name, requests) => {
  const embedder = await open('bedrock', [{ embeds }], name);
  expect(await embedder.embed(texts(70), never())).toEqual(texts(70).map(embeds));
  expect(provider!.requests).toHaveLength(requests);
});

it('an unreachable provider is paused after a few tries', async () => {
  const embedder = await open('openai', [{ embeds }]);
  await provider!.close();
  for (let at = 0; at < 5; at += 1) expect(await failureOf(embedder)).toMatchObject({ kind: 'unreachable' });
  expect(await failureOf(embedder)).toMatchObject({ message: expect.stringContaining('paused for a while') });
  provider = undefined;
});
