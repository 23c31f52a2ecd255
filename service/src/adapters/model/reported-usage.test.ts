import { afterEach, describe, expect, it } from 'vitest';
import { openModels } from '../../compose/model.ts';
import type { ModelEvent, ModelFile, ModelRequest, ModelTurn } from '../../ports/model.ts';
import { startUpstream, type Upstream, type UpstreamMode } from '../../testing/openai-upstream.ts';
import { type ProviderServer, startProvider } from '../../testing/provider-server.ts';
import { readCatalog } from './catalog/read.ts';
import { createOpenAiCompatible } from './openai-compatible.ts';

let upstream: Upstream | undefined;
let provider: ProviderServer | undefined;
afterEach(async () => {
  await upstream?.close();
  await provider?.close();
  [upstream, provider] = [undefined, undefined];
});

const open = async (mode: UpstreamMode) => {
  upstream = await startUpstream({ mode, words: 10 });
  return createOpenAiCompatible({ baseUrl: upstream.url, model: 'm' });
};
const request: ModelRequest = { system: 'Be kind.', turns: [], prompt: 'Where to?', owner: 'a'.repeat(24) };
const ask = (model: Awaited<ReturnType<typeof open>>, more: Partial<ModelRequest> = {}): Promise<ModelEvent[]> =>
  Array.fromAsync(model.reply({ ...request, ...more }, new AbortController().signal));
const usageIn = (events: readonly ModelEvent[]) =>
  events.flatMap((event) => (event.type === 'usage' ? [event.usage] : [])).at(-1);

describe('what an OpenAI-compatible endpoint reports', () => {
  it('is requested, and read after the end of the answer', async () => {
    expect(usageIn(await ask(await open('counts')))).toMatchObject({ output: 14, cached: 0 });
    expect(upstream!.requests[0]).toMatchObject({ stream_options: { include_usage: true } });
  });

  it('is not requested again if the endpoint rejects it', async () => {
    const model = await open('lean');
    for (let time = 0; time < 2; time += 1) expect((await ask(model)).some(({ type }) => type === 'text')).toBe(true);
    expect(upstream!.requests.map(({ stream_options }) => stream_options !== undefined)).toEqual([true, false, false]);
  });

  it('is not dropped if the endpoint refuses the request for another reason', async () => {
    const model = await open('refuses');
    await expect(ask(model)).rejects.toThrow('No capacity');
    expect(upstream!.requests).toHaveLength(1);
  });
});

const paper = (name: string, from: ModelFile['from']): ModelFile => {
  const text = `${name} `.repeat(300);
  return { name, type: 'text/plain', size: 9, from, document: { text, characters: text.length, words: 300 } };
};
const turn = (n: number): ModelTurn[] => [
  { role: 'user', content: `Question ${n} `.repeat(20) },
  { role: 'assistant', content: `Answer ${n} `.repeat(100) },
];

describe('consecutive requests of a chat', () => {
  it('start with the same text, so that a provider’s cache contains nearly all of the one before', async () => {
    const model = await open('counts');
    const cachedShares: number[] = [];
    let before = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 8; n += 1) {
      const turns = Array.from({ length: n }, (_, at) => turn(at)).flat();
      // One file is sent with the third message and another with the fifth. For later messages both are earlier in the
      // chat.
      const files = [
        ...(n >= 4 ? [paper('second', n === 4 ? 'prompt' : 'chat')] : []),
        ...(n >= 2 ? [paper('first', n === 2 ? 'prompt' : 'chat')] : []),
      ];
      const prompt = `Question ${n} `.repeat(20);
      const usage = usageIn(await ask(model, { system: `Be kind. ${'Rules. '.repeat(200)}`, turns, prompt, files }))!;
      cachedShares.push(usage.cached / before);
      before = usage.input;
    }
    // After a file has moved from its message to the beginning, everything after it is uncached once.
    expect(cachedShares.map((part) => part > 0.98)).toEqual([false, true, true, false, true, false, true, true]);
  });

  it('mark their common beginning for Anthropic', async () => {
    provider = await startProvider('anthropic');
    const entry = {
      id: 'it',
      label: 'It',
      name: 'claude',
      provider: 'anthropic',
      baseUrl: provider.url,
      key: { env: 'K' },
    };
    const [{ port } = { port: undefined }] = await openModels(readCatalog(JSON.stringify([entry]), { K: 'k' }));
    const marks = async (more: Partial<ModelRequest>): Promise<string[]> => {
      await Array.fromAsync(port!.reply({ ...request, ...more }, new AbortController().signal));
      const body = JSON.parse(provider!.requests.at(-1)!.body);
      const parts: { text: string; cache_control?: { type: string } }[] = [
        ...body.system,
        ...body.messages.flatMap(({ content }: { content: [] }) => content),
      ];
      return parts
        .filter(({ cache_control }) => cache_control?.type === 'ephemeral')
        .map(({ text }) => text.slice(0, 10));
    };
    expect(await marks({ turns: turn(1) })).toEqual(['Be kind.', 'Where to?']);
    expect(await marks({ turns: turn(1), files: [paper('new', 'prompt')] })).toEqual(['Be kind.', 'Answer 1 A']);
  });
});
