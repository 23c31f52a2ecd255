import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startUpstream, type Upstream, upstreamAnswer, type UpstreamOptions } from '../../testing/openai-upstream.ts';
import { chooseModels, type ModelChoice } from '../../compose/model.ts';
import { readConfig } from '../../config.ts';
import { answering } from '../../domain/models/answering.ts';
import { createLocalParts } from '../../local/parts.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import { createOpenAiCompatible } from './openai-compatible.ts';
import type { ModelEvent, ModelRequest, ModelUsage } from '../../ports/model.ts';

let upstream: Upstream | undefined;
afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

const start = async (options: UpstreamOptions) => {
  upstream = await startUpstream(options);
  return createOpenAiCompatible({ baseUrl: upstream.url, model: 'any', apiKey: 'secret' });
};
const request: ModelRequest = {
  system: 'Be brief.',
  turns: [
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'Two' },
  ],
  prompt: 'Three',
  owner: 'a'.repeat(24),
};
const textOf = (events: ModelEvent[]) => events.map((event) => (event.type === 'text' ? event.text : '')).join('');
const unstopped = () => new AbortController().signal;

describe('a model behind an OpenAI-compatible endpoint', () => {
  it('streams the answer to the whole chat', async () => {
    const model = await start({});
    const events = await Array.fromAsync(model.reply(request, unstopped()));
    expect(events.length).toBeGreaterThan(20);
    expect(textOf(events)).toBe(upstreamAnswer('Three'));
    expect(upstream?.requests[0]).toMatchObject({
      model: 'any',
      stream: true,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'Two' },
        { role: 'user', content: 'Three' },
      ],
    });
  });

  it('passes reasoning on as it arrives, and each complete paragraph as a thought', async () => {
    const model = await start({ mode: 'thinks' });
    const events = await Array.fromAsync(model.reply(request, unstopped()));
    expect(events.slice(0, 7)).toEqual([
      { type: 'thinking', text: 'First ' },
      { type: 'thinking', text: 'thought.' },
      { type: 'thought', text: 'First thought.' },
      { type: 'thinking', text: 'Second ' },
      { type: 'thinking', text: 'thought.' },
      { type: 'thought', text: 'Second thought.' },
      { type: 'text', text: 'You' },
    ]);
  });

  it('treats tags at the beginning of the answer as thoughts', async () => {
    const model = await start({ mode: 'tags' });
    const events = await Array.fromAsync(model.reply(request, unstopped()));
    expect(events.slice(0, 4)).toEqual([
      { type: 'thinking', text: 'First ' },
      { type: 'thinking', text: 'thought.' },
      { type: 'thought', text: 'First thought.' },
      { type: 'text', text: 'You' },
    ]);
    expect(textOf(events)).toBe(upstreamAnswer('Three'));
  });

  it.each([
    ['short', 'answer-ended'],
    ['filtered', 'answer-filtered'],
  ] as const)('says why an answer is not whole (%s)', async (mode, kind) => {
    const model = await start({ mode });
    const events = await Array.fromAsync(model.reply(request, unstopped()));
    expect(events.at(-1)).toEqual({ type: 'omission', omission: { kind } });
  });

  it.each([
    ['midway', 'terminated'],
    ['reports', 'The model reported: The upstream is overloaded.'],
  ] as const)('keeps the text so far and throws if the stream fails (%s)', async (mode, reason) => {
    const model = await start({ mode });
    const events: ModelEvent[] = [];
    const read = async () => {
      for await (const event of model.reply(request, unstopped())) events.push(event);
    };
    await expect(read()).rejects.toThrow(reason);
    expect(textOf(events)).toBe(
      upstreamAnswer('Three')
        .match(/\s*\S+/g)
        ?.slice(0, 10)
        .join(''),
    );
  });

  it('throws if the endpoint refuses, or is unreachable', async () => {
    const model = await start({ mode: 'refuses' });
    await expect(Array.fromAsync(model.reply(request, unstopped()))).rejects.toMatchObject({
      message: 'The model answered 503: No capacity.',
      kind: 'busy',
    });
    await upstream?.close();
    upstream = undefined;
    await expect(Array.fromAsync(model.reply(request, unstopped()))).rejects.toMatchObject({
      message: 'fetch failed',
      kind: 'unreachable',
    });
  });

  it('ends early and closes the upstream when it is stopped', async () => {
    const model = await start({ mode: 'slow', delay: 5, words: 5000 });
    const stop = new AbortController();
    const events: ModelEvent[] = [];
    for await (const event of model.reply(request, stop.signal)) if (events.push(event) === 3) stop.abort();
    expect(events).toHaveLength(3);
    await expect.poll(() => upstream?.aborted).toBe(1);
  });

  it('accepts an answer in one piece', async () => {
    const model = await start({ mode: 'whole' });
    expect(await Array.fromAsync(model.reply(request, unstopped()))).toEqual([
      { type: 'thinking', text: 'Hm.' },
      { type: 'thought', text: 'Hm.' },
      { type: 'text', text: upstreamAnswer('Three') },
      { type: 'omission', omission: { kind: 'answer-ended' } },
    ]);
  });

  it('reports that it is alive if only comments arrive', async () => {
    const model = await start({ mode: 'alive' });
    const events = await Array.fromAsync(model.reply(request, unstopped()));
    expect(events.filter(({ type }) => type === 'alive').length).toBeGreaterThan(20);
    expect(textOf(events)).toBe(upstreamAnswer('Three'));
  });

  it('names a chat without quotes', async () => {
    const model = await start({});
    expect(await model.name('Tell me of the sea and its ships')).toBe('About Tell me of the');
  });

  it.each([
    ['normal', '"About Tell me of the"'],
    ['short', ''],
    ['filtered', ''],
  ] as const)('improves a prompt, unless its answer is cut off (%s)', async (mode, improved) => {
    const model = await start({ mode });
    const used: ModelUsage[] = [];
    const report = (usage: ModelUsage) => void used.push(usage);
    expect(await model.improve('Tell me of the sea', unstopped(), report)).toBe(improved);
    // What it used is counted in any case.
    expect(used).toMatchObject([{ input: 1, output: 1 }]);
  });
});

describe('the choice of a model', () => {
  const objects = {} as ObjectStore;
  const local = createLocalParts(readConfig({}));
  const nobody = 'http://127.0.0.1:9';
  const chosen = (more: Partial<ModelChoice>, env: Record<string, string> = {}) => {
    const { model, models } = readConfig(env);
    return chooseModels({ ...model, models, ollamaAddress: nobody, ...more }, objects, local);
  };
  const first = async (more: Partial<ModelChoice>) => (await chosen(more)).catalog.models[0]!;

  it('is the endpoint that the configuration names', async () => {
    const { catalog, description } = await chosen({}, { MODEL_BASE_URL: 'http://h:1/v1', MODEL_NAME: 'm' });
    expect(catalog.models.map(({ entry, port }) => [entry.id, entry.label, entry.name, port.label])).toEqual([
      ['default', 'Assistant', 'm', 'm'],
    ]);
    expect(description).toBe('m at h:1');
  });

  it('is an Ollama on this machine that has a model', async () => {
    upstream = await startUpstream();
    const { port } = await first({ ollamaAddress: new URL(upstream.url).origin });
    expect(port.label).toBe('upstream-model');
    expect(textOf(await Array.fromAsync(port.reply(request, unstopped())))).toBe(upstreamAnswer('Three'));
  });

  it.each([
    ['what every Ollama reads where it does not say', {}, 3072],
    ['what the model was made with', { '/api/show': { parameters: 'stop "x"\nnum_ctx   8192' } }, 6144],
    ['what it runs with', { '/api/ps': { models: [{ name: 'upstream-model', context_length: 32_768 }] } }, 24_576],
    ['no more than the model knows', { '/api/show': { model_info: { 'llama.context_length': 2048 } } }, 1536],
  ])('reads %s of an Ollama, and leaves room for the answer', async (_name, ollama, tokens) => {
    upstream = await startUpstream({ ollama });
    const ollamaAddress = new URL(upstream.url).origin;
    expect((await first({ ollamaAddress })).port.contextTokens).toBe(tokens);
    expect((await first({ ollamaAddress, contextTokens: 9000 })).port.contextTokens).toBe(9000);
  });

  it('includes how long a model may be silent where another one can answer, which then does', async () => {
    upstream = await startUpstream();
    const silent = createServer(() => undefined);
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`;
    const plain = { provider: 'openai-compatible', name: 'any' };
    const models = [
      { ...plain, id: 'a', label: 'A', baseUrl, fallbacks: ['b'] },
      { ...plain, id: 'b', label: 'B', baseUrl: upstream.url },
    ];
    const { catalog } = await chosen({}, { ATRIUM_MODELS: JSON.stringify(models), MODEL_SILENCE_SECONDS: '1' });
    const replier = answering(catalog, 'chat', { warn: () => undefined })!;
    const events = await Array.fromAsync(replier.reply({ ...request, models: ['a', 'b'] }, unstopped()));
    expect(events).toContainEqual({ type: 'omission', omission: { kind: 'model-replaced', names: ['A', 'B'] } });
    expect(textOf(events)).toContain(upstreamAnswer('Three'));
    silent.closeAllConnections();
    silent.close();
  });

  it('is the demo model if there is neither', async () => {
    expect((await first({})).port.label).toBe('Demo model');
  });

  it('refuses half a configuration', async () => {
    await expect(chosen({ name: 'm' })).rejects.toThrow('both MODEL_BASE_URL and MODEL_NAME');
  });

  it('is neither the demo nor an Ollama that was merely found if others can reach the product', async () => {
    upstream = await startUpstream();
    const found = { local: false, ollamaAddress: new URL(upstream.url).origin };
    await expect(chosen(found)).rejects.toThrow(
      /^No model is configured: set MODEL_BASE_URL and MODEL_NAME, or ATRIUM_LOCAL_MODEL=1/,
    );
    const named = await chosen(found, { MODEL_BASE_URL: 'http://h:1/v1', MODEL_NAME: 'm' });
    expect(named.description).toBe('m at h:1');
    expect(named.catalog.models).toHaveLength(1);
  });
});
