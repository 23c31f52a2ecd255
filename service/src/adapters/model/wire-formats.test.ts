import { afterEach, describe, expect, it } from 'vitest';
import { openModels } from '../../compose/model.ts';
import type { ModelEvent, ModelRequest } from '../../ports/model.ts';
import { errorOf, type WireFormat, wireFormats } from '../../testing/provider-formats.ts';
import { type ProviderAnswer, type ProviderServer, startProvider } from '../../testing/provider-server.ts';
import { refusals } from '../../testing/provider-refusals.ts';
import { reported } from '../../testing/scripted-answer.ts';
import { wholeAnswerOf } from '../../testing/whole-answers.ts';
import { readCatalog } from './catalog/read.ts';

const request: ModelRequest = {
  system: 'Be brief.',
  turns: [
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'Two' },
  ],
  prompt: 'Drei',
  owner: 'a'.repeat(24),
  // A model with a fallback gets one retry.
  replaceable: true,
};
const never = () => new AbortController().signal;

let provider: ProviderServer | undefined;
/** Milliseconds that models have paused before they retried, which no test waits for. */
let waits: number[] = [];
afterEach(async () => {
  waits = [];
  await provider?.close();
});

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
  const configured = readCatalog(JSON.stringify([entry]), { KEY: 'topsecretvalue' });
  const [opened] = await openModels(configured, { sleep: async (ms) => void waits.push(ms) });
  return opened!.port;
};
const eventsOf = async (format: WireFormat, answer: ProviderAnswer, more: object = {}): Promise<ModelEvent[]> => {
  const model = await open(format, [answer], more);
  return (await Array.fromAsync(model.reply(request, never()))).filter(({ type }) => type !== 'alive');
};
const textOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');
/** Providers that do not report reasoning tokens, or whose package does not read them. */
const thoughtless = new Set<WireFormat>(['mistral', 'bedrock']);
const usageOf = (format: WireFormat) => (thoughtless.has(format) ? { ...reported, thought: 0 } : reported);
const words = ['Grüße', ' aus 東京', ' 👋🏽'];

describe.each(wireFormats)('a provider that speaks as %s', (format) => {
  it.each(['bytes', 'crlf', 'at-once', undefined] as const)('is read however its events are cut (%s)', async (cut) => {
    const events = await eventsOf(format, { says: { thoughts: ['Hm.', 'Well.'], words }, ...(cut ? { cut } : {}) });
    expect(textOf(events)).toBe('Grüße aus 東京 👋🏽');
    const thoughts = events.flatMap((event) => (event.type === 'thought' ? event.text : []));
    expect(thoughts.join(' ').replaceAll(/\s+/g, ' ')).toMatch(/^Hm\. ?Well\.$/);
    expect(events.findLast(({ type }) => type === 'usage')).toEqual({ type: 'usage', usage: usageOf(format) });
  });

  it('is sent the whole request, with its key and the longest answer, and stores nothing of it', async () => {
    await eventsOf(format, { says: { words } }, { contextWindow: 8000, maxOutputTokens: 900 });
    const { headers, body } = provider!.requests[0]!;
    expect(JSON.stringify(headers)).toContain('topsecretvalue');
    for (const part of ['Be brief.', 'One', 'Two', 'Drei', '900']) expect(body).toContain(part);
    expect(body.includes('"store":false')).toBe(format === 'openai' || format === 'azure');
  });

  it('gets no blank text for a message of files only or an answer that was stopped at once', async () => {
    const model = await open(format, [{ says: { words } }]);
    const turns = [...request.turns, { role: 'user', content: '' }, { role: 'assistant', content: ' \n' }] as const;
    await Array.fromAsync(model.reply({ ...request, turns, prompt: '' }, never()));
    const { body } = provider!.requests[0]!;
    expect(body).not.toMatch(/"(?:text|content)":\s*"(?:\s|\\n)*"|"(?:parts|content)":\s*\[\]/);
    expect(body.match(/\(no text\)/g)).toHaveLength(3);
  });

  it('says why an answer is not whole', async () => {
    const ended = await eventsOf(format, { says: { words, end: 'longest' } });
    expect(ended).toContainEqual({ type: 'omission', omission: { kind: 'answer-ended' } });
  });

  it('that answers in one JSON body is read as well', async () => {
    const body = wholeAnswerOf[format]({ thoughts: ['Hm.'], words });
    const events = await eventsOf(format, { body }, { streams: false });
    expect(textOf(events)).toBe('Grüße aus 東京 👋🏽');
    expect(events.flatMap((event) => (event.type === 'thought' ? event.text.trim() : []))).toEqual(['Hm.']);
    expect(events.findLast(({ type }) => type === 'usage')).toEqual({ type: 'usage', usage: usageOf(format) });
    expect(JSON.stringify(JSON.parse(provider!.requests[0]!.body))).not.toContain('"stream":true');
  });

  it('that thinks in tags instead of a field shows thoughts, not tags', async () => {
    const events = await eventsOf(format, { says: { words: ['<th', 'ink>Hm.</thi', 'nk>', '\n\nYes.'] } });
    expect(textOf(events).trim()).toBe('Yes.');
    expect(events.flatMap((event) => (event.type === 'thought' ? event.text.trim() : []))).toEqual(['Hm.']);
  });

  it('that sends only its usage has ended, with an empty answer', async () => {
    const events = await eventsOf(format, { says: { words: [] } });
    expect(events).toEqual([{ type: 'usage', usage: usageOf(format) }]);
  });

  it('that calls an undeclared tool runs nothing, and its text is the answer', async () => {
    expect(textOf(await eventsOf(format, { says: { words: ['Yes.'], tool: true } }))).toBe('Yes.');
  });

  it.each(['none', 'broken'] as const)('that breaks off in the middle (%s) keeps its text and fails', async (how) => {
    const says = { words, end: 'none' } as const;
    const model = await open(format, [how === 'broken' ? { says, cut: 'broken' } : { says }]);
    const events: ModelEvent[] = [];
    const read = async () => {
      for await (const event of model.reply(request, never())) events.push(event);
    };
    await expect(read()).rejects.toMatchObject({ kind: 'unreachable', passing: true });
    expect('Grüße aus 東京 👋🏽').toContain(textOf(events));
  });

  it('that is not running is unreachable', async () => {
    const model = await open(format, [{ body: {} }]);
    await provider!.close();
    provider = undefined;
    await expect(Array.fromAsync(model.reply(request, never()))).rejects.toMatchObject({ kind: 'unreachable' });
    expect(waits).toEqual([500]);
  });

  it('that answers in one piece, or with unreadable data, is not a bug of ours', async () => {
    const model = await open(format, [{ body: 'A page of a proxy', headers: { 'content-type': 'text/html' } }]);
    await expect(Array.fromAsync(model.reply(request, never()))).rejects.toHaveProperty('kind');
  });
});

describe.each(wireFormats)('a provider that refuses pictures as %s', (format) => {
  const picture = { width: 1, height: 1, load: async () => Buffer.from('png') };
  const file = { name: 'dot.png', type: 'image/png', size: 3, from: 'chat', picture } as const;
  const withPicture = { ...request, files: [file] };
  const sees = { takes: ['pictures'] };
  const refused = { status: 400, body: errorOf(format, 'invalid_request_error', 'It does not take that.', '400') };

  it.each([true, false])('is called again without them, with a note (in a stream: %s)', async (streams) => {
    const model = await open(format, [refused, { says: { words } }], { ...sees, streams });
    const events = await Array.fromAsync(model.reply(withPicture, never()));
    expect(events[0]).toEqual({ type: 'omission', omission: { kind: 'pictures-refused' } });
    expect(textOf(events)).toBe('Grüße aus 東京 👋🏽');
    const [first, second] = provider!.requests.map(({ body }) => body);
    expect(first).toContain(Buffer.from('png').toString('base64'));
    expect(second).not.toContain(Buffer.from('png').toString('base64'));
    expect(second).toContain('a picture that is not given here');
  });

  it('fails with its first message if it refuses the request without them, too', async () => {
    const other = { status: 400, body: errorOf(format, 'invalid_request_error', 'Something else.', '400') };
    const model = await open(format, [refused, other], sees);
    await expect(Array.fromAsync(model.reply(withPicture, never()))).rejects.toThrow('It does not take that.');
  });
});

it.each(['anthropic', 'bedrock'] as const)('%s gets a picture that is too large by its name only', async (format) => {
  const picture = { width: 4000, height: 3000, load: async () => Buffer.from('jpeg') };
  const file = { name: 'photo.jpg', type: 'image/jpeg', size: 5_000_000, from: 'chat', picture } as const;
  const model = await open(format, [{ says: { words } }], { takes: ['pictures'] });
  const events = await Array.fromAsync(model.reply({ ...request, files: [file] }, never()));
  const omission = { kind: 'files-left-out', count: 1, names: ['photo.jpg'] };
  expect(events[0]).toEqual({ type: 'omission', omission });
  expect(provider!.requests[0]!.body).toContain('a picture that is not given here');
  expect(provider!.requests[0]!.body).not.toContain(Buffer.from('jpeg').toString('base64'));
});

it.each(['openai', 'azure', 'anthropic'] as const)(
  '%s shows that its model is at work before the first word, even if it shows no thoughts',
  async (format) => {
    const model = await open(format, [{ says: { words } }], { thinks: false });
    const [first] = await Array.fromAsync(model.reply(request, never()));
    expect(first).toEqual({ type: 'alive' });
  },
);

it.each([
  ['claude-sonnet-4-5', 200_000, 50_000],
  ['claude-sonnet-4-5', 1_000_000, 64_000],
  ['claude-3-5-sonnet-20241022', 200_000, 4096],
  ['claude-2.1', 200_000, 4096],
  ['my-model', 200_000, 32_000],
  ['my-model', 16_000, 4000],
] as const)('Anthropic’s %s with a window of %i tokens is asked for %i at most', async (name, contextWindow, most) => {
  const model = await open('anthropic', [{ says: { words } }], { name, contextWindow });
  await Array.fromAsync(model.reply(request, never()));
  expect(JSON.parse(provider!.requests[0]!.body)).toHaveProperty('max_tokens', most);
});

// Mistral has no such finish reason.
describe.each(wireFormats.filter((format) => format !== 'mistral'))('a provider that filters as %s', (format) => {
  it('reports where it cut its answer', async () => {
    const filtered = await eventsOf(format, { says: { words, end: 'filtered' } });
    expect(filtered).toContainEqual({ type: 'omission', omission: { kind: 'answer-filtered' } });
  });

  it('is treated as refusing if nothing is left of the answer', async () => {
    const says = { words: [], end: 'filtered' } as const;
    await expect(eventsOf(format, { says })).rejects.toMatchObject({ kind: 'refused', passing: false });
  });
});

it.each(refusals)(
  '%s: %i %s “%s” (%s) is reported as %s, without the key',
  async (format, status, type, message, code, kind) => {
    const model = await open(format, [
      { status, headers: { 'retry-after': '0' }, body: errorOf(format, type, message, code) },
    ]);
    const failure = await Array.fromAsync(model.reply(request, never())).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind, passing: kind === 'busy' || kind === 'unreachable' });
    expect(String(failure)).not.toContain('topsecret');
    expect(provider!.requests).toHaveLength(kind === 'busy' || kind === 'unreachable' ? 2 : 1);
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
  [
    'mistral',
    { object: 'error', message: 'Too many requests', type: 'rate_limited', param: null, code: '1300' },
    'busy',
  ],
  ['bedrock', { throttlingException: { message: 'Too many requests' } }, 'busy'],
  ['bedrock', { modelStreamErrorException: { message: 'The stream failed.' } }, 'unreachable'],
])('%s: an error in the stream, %j, is reported as %s after the text so far', async (format, error, kind) => {
  const model = await open(format, [{ says: { words, error } }]);
  const events: ModelEvent[] = [];
  const read = async () => {
    for await (const event of model.reply(request, never())) events.push(event);
  };
  await expect(read()).rejects.toMatchObject({ kind });
  expect(provider!.requests).toHaveLength(1);
});

it.each<[WireFormat, Record<string, string>, number[], object]>([
  ['openai', { 'retry-after-ms': '40' }, [40], {}],
  ['openai-compatible', { 'retry-after': '0' }, [], {}],
  ['anthropic', { 'retry-after': '0' }, [], {}],
  ['azure', { 'retry-after-ms': '40', 'retry-after': '1' }, [40], {}],
  ['mistral', { 'retry-after': '0' }, [], {}],
  ['bedrock', { 'retry-after': '0' }, [], {}],
  ['google', {}, [40], { details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.04s' }] }],
])('%s is called again after the time that it requests', async (format, headers, wanted, more) => {
  const whole = errorOf(format, 'rate_limit_error', 'Too many requests', '429');
  const body = 'error' in whole ? { type: 'error', error: { ...(whole.error as object), ...more } } : whole;
  const model = await open(format, [{ status: 429, headers, body }, { says: { words } }]);
  expect(textOf(await Array.fromAsync(model.reply(request, never())))).toBe(words.join(''));
  expect([provider!.requests.length, waits]).toEqual([2, wanted]);
});
