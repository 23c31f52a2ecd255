import { afterEach, describe, expect, it } from 'vitest';
import { openModels } from '../../compose/model.ts';
import type { ModelEvent, ModelRequest } from '../../ports/model.ts';
import { errorOf, said, type WireFormat, wireFormats } from '../../testing/provider-formats.ts';
import { type ProviderAnswer, type ProviderServer, startProvider } from '../../testing/provider-server.ts';
import { readCatalog } from './catalog/read.ts';

const request: ModelRequest = {
  system: 'Be brief.',
  turns: [
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'Two' },
  ],
  prompt: 'Drei',
  owner: 'a'.repeat(24),
  // Whoever could be replaced is asked again once and at once: no test waits.
  replaceable: true,
};
const never = () => new AbortController().signal;

let provider: ProviderServer | undefined;
afterEach(() => provider?.close());

const open = async (format: WireFormat, answers: ProviderAnswer[], more: object = {}) => {
  provider = await startProvider(format, answers);
  const key = { env: 'KEY' };
  const entry = {
    id: 'it',
    label: 'It',
    name: 'claude-sonnet-4-5',
    provider: format,
    baseUrl: provider.url,
    key,
    thinks: true,
    ...more,
  };
  const [opened] = await openModels(readCatalog(JSON.stringify([entry]), { KEY: 'topsecretvalue' }));
  return opened!.port;
};
const eventsOf = async (format: WireFormat, answer: ProviderAnswer, more: object = {}): Promise<ModelEvent[]> => {
  const model = await open(format, [answer], more);
  return (await Array.fromAsync(model.reply(request, never()))).filter(({ type }) => type !== 'alive');
};
const textOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');
const words = ['Grüße', ' aus 東京', ' 👋🏽'];

describe.each(wireFormats)('a provider that speaks as %s', (format) => {
  it.each(['bytes', 'crlf', 'at-once', undefined] as const)('is read however its events are cut (%s)', async (cut) => {
    const events = await eventsOf(format, { says: { thoughts: ['Hm.', 'Well.'], words }, ...(cut ? { cut } : {}) });
    expect(textOf(events)).toBe('Grüße aus 東京 👋🏽');
    const thoughts = events.flatMap((event) => (event.type === 'thought' ? event.text : []));
    expect(thoughts.join(' ').replaceAll(/\s+/g, ' ')).toMatch(/^Hm\. ?Well\.$/);
    expect(events.findLast(({ type }) => type === 'usage')).toEqual({ type: 'usage', usage: said });
  });

  it('is sent the whole request, with its key and the longest answer, and stores nothing of it', async () => {
    await eventsOf(format, { says: { words } }, { contextWindow: 8000, maxOutputTokens: 900 });
    const { headers, body } = provider!.asked[0]!;
    expect(JSON.stringify(headers)).toContain('topsecretvalue');
    for (const part of ['Be brief.', 'One', 'Two', 'Drei', '900']) expect(body).toContain(part);
    expect(body.includes('"store":false')).toBe(format === 'openai');
  });

  it('says why an answer is not whole', async () => {
    const ended = await eventsOf(format, { says: { words, end: 'longest' } });
    expect(ended).toContainEqual({ type: 'omission', omission: { kind: 'answer-ended' } });
    await provider!.close();
    const filtered = await eventsOf(format, { says: { words, end: 'filtered' } });
    expect(filtered).toContainEqual({ type: 'omission', omission: { kind: 'answer-filtered' } });
  });

  it('that filters out or refuses the whole answer has refused', async () => {
    const says = { words: [], end: 'filtered' } as const;
    await expect(eventsOf(format, { says })).rejects.toMatchObject({ kind: 'refused', passing: false });
  });

  it('that calls a tool that nobody gave it runs nothing, and its words count', async () => {
    expect(textOf(await eventsOf(format, { says: { words: ['Yes.'], tool: true } }))).toBe('Yes.');
  });

  it.each(['none', 'broken'] as const)('that breaks off in the middle (%s) keeps its words and fails', async (how) => {
    const says = { words, end: 'none' } as const;
    const model = await open(format, [how === 'broken' ? { says, cut: 'broken' } : { says }]);
    const events: ModelEvent[] = [];
    const read = async () => {
      for await (const event of model.reply(request, never())) events.push(event);
    };
    await expect(read()).rejects.toMatchObject({ kind: 'unreachable', passing: true });
    expect('Grüße aus 東京 👋🏽').toContain(textOf(events));
  });

  it('that nobody listens for is unreachable', async () => {
    const model = await open(format, [{ body: {} }]);
    await provider!.close();
    provider = undefined;
    await expect(Array.fromAsync(model.reply(request, never()))).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('that answers in one piece, or with nothing that can be read, is no bug of ours', async () => {
    const model = await open(format, [{ body: 'A page of a proxy', headers: { 'content-type': 'text/html' } }]);
    await expect(Array.fromAsync(model.reply(request, never()))).rejects.toHaveProperty('kind');
  });
});

type Failing = readonly [WireFormat, number, string, string, string | undefined, string];
/** As the providers' documentation has them. */
const refusals: readonly Failing[] = [
  [
    'openai',
    400,
    'invalid_request_error',
    'Your input exceeds the context window of this model.',
    'context_length_exceeded',
    'too-long',
  ],
  [
    'openai',
    401,
    'invalid_request_error',
    'Incorrect API key provided: topsecretvalue.',
    'invalid_api_key',
    'misconfigured',
  ],
  [
    'openai',
    403,
    'request_forbidden',
    'Country, region, or territory not supported',
    'unsupported_country_region_territory',
    'misconfigured',
  ],
  ['openai', 404, 'invalid_request_error', 'The model `x` does not exist', 'model_not_found', 'misconfigured'],
  ['openai', 429, 'requests', 'Rate limit reached for gpt-5 in organization org-1', 'rate_limit_exceeded', 'busy'],
  ['openai', 429, 'insufficient_quota', 'You exceeded your current quota', 'insufficient_quota', 'misconfigured'],
  ['openai', 500, 'server_error', 'The server had an error while processing your request', undefined, 'unreachable'],
  ['openai', 503, 'server_error', 'The engine is currently overloaded, please try again later', undefined, 'busy'],
  [
    'openai',
    400,
    'invalid_request_error',
    'Your request was rejected by the content management policy',
    'content_filter',
    'refused',
  ],
  [
    'anthropic',
    400,
    'invalid_request_error',
    'prompt is too long: 201234 tokens > 200000 maximum',
    undefined,
    'too-long',
  ],
  [
    'anthropic',
    400,
    'invalid_request_error',
    'Your credit balance is too low to access the Anthropic API',
    undefined,
    'misconfigured',
  ],
  ['anthropic', 401, 'authentication_error', 'invalid x-api-key', undefined, 'misconfigured'],
  ['anthropic', 403, 'permission_error', 'Your API key does not have permission', undefined, 'misconfigured'],
  ['anthropic', 404, 'not_found_error', 'model: x', undefined, 'misconfigured'],
  ['anthropic', 413, 'request_too_large', 'Request exceeds the maximum size', undefined, 'too-long'],
  ['anthropic', 429, 'rate_limit_error', 'This request would exceed your organization’s rate limit', undefined, 'busy'],
  ['anthropic', 500, 'api_error', 'Internal server error', undefined, 'unreachable'],
  ['anthropic', 529, 'overloaded_error', 'Overloaded', undefined, 'busy'],
  [
    'google',
    400,
    'INVALID_ARGUMENT',
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    '400',
    'too-long',
  ],
  ['google', 400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', '400', 'misconfigured'],
  ['google', 403, 'PERMISSION_DENIED', 'Your API key was reported as leaked.', '403', 'misconfigured'],
  ['google', 404, 'NOT_FOUND', 'models/x is not found for API version v1beta', '404', 'misconfigured'],
  [
    'google',
    429,
    'RESOURCE_EXHAUSTED',
    'You exceeded your current quota, please check your plan and billing details.',
    '429',
    'busy',
  ],
  ['google', 500, 'INTERNAL', 'An internal error has occurred.', '500', 'unreachable'],
  ['google', 503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.', '503', 'busy'],
  ['google', 504, 'DEADLINE_EXCEEDED', 'The request timed out.', '504', 'unreachable'],
];

it.each(refusals)(
  '%s: %i %s “%s” (%s) is told as %s, without the key',
  async (format, status, type, message, code, kind) => {
    const model = await open(format, [
      { status, headers: { 'retry-after': '0' }, body: errorOf(format, type, message, code) },
    ]);
    const failure = await Array.fromAsync(model.reply(request, never())).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind, passing: kind === 'busy' || kind === 'unreachable' });
    expect(String(failure)).not.toContain('topsecret');
    expect(provider!.asked).toHaveLength(kind === 'busy' || kind === 'unreachable' ? 2 : 1);
  },
);

it.each<[WireFormat, object, string]>([
  ['openai-compatible', { error: { message: 'Overloaded', type: 'server_error' } }, 'busy'],
  [
    'openai',
    { type: 'error', code: 'rate_limit_exceeded', message: 'Too fast.', param: null, sequence_number: 3 },
    'busy',
  ],
  [
    'openai',
    { type: 'response.failed', response: { id: 'r', error: { code: 'server_error', message: 'It failed.' } } },
    'unreachable',
  ],
  ['anthropic', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'busy'],
  ['google', { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }, 'busy'],
])('%s: an error in the stream, %j, is told as %s behind what came', async (format, error, kind) => {
  const model = await open(format, [{ says: { words, error } }]);
  const events: ModelEvent[] = [];
  const read = async () => {
    for await (const event of model.reply(request, never())) events.push(event);
  };
  await expect(read()).rejects.toMatchObject({ kind });
  expect(provider!.asked).toHaveLength(1);
});

it.each<[WireFormat, Record<string, string>, object]>([
  ['openai', { 'retry-after-ms': '40' }, {}],
  ['openai-compatible', { 'retry-after': '0' }, {}],
  ['anthropic', { 'retry-after': '0' }, {}],
  ['google', {}, { details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.04s' }] }],
])('%s is asked again after as long as it asks for', async (format, headers, more) => {
  const { error } = errorOf(format, 'rate_limit_error', 'Too many requests', '429') as { error: object };
  const body = { type: 'error', error: { ...error, ...more } };
  const model = await open(format, [{ status: 429, headers, body }, { says: { words } }]);
  expect(textOf(await Array.fromAsync(model.reply(request, never())))).toBe(words.join(''));
  expect(provider!.asked).toHaveLength(2);
});
