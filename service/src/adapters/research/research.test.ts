import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { startProcess, type StartedProcess } from '../../testing/started-process.ts';
import { createEgress } from '../egress/client.ts';
import { chooseResearch, createWebResearch } from './choose.ts';
import { brave, searxng, tavily } from './search/engines.ts';
import type { SearchProvider } from './search/provider.ts';

const key = 'key-1';
const egress = createEgress();
afterAll(() => egress.close());
const parts = {
  egress,
  extraction: { read: async () => ({ kind: 'unreadable', reason: 'broken' }) as const },
  readHtml: async () => undefined,
};
const signal = new AbortController().signal;

/** Tests for every adapter. */
const providers: Record<string, (origin: string, secret: string) => SearchProvider> = {
  searxng: (origin) => searxng(`${origin}/`),
  brave: (origin, secret) => brave(secret, origin),
  tavily: (origin, secret) => tavily(secret, origin),
};

describe.each(Object.entries(providers))('research by %s', (name, open) => {
  let server: StartedProcess;
  const research = (secret = key) => createWebResearch(open(server.address, secret), parts);
  beforeEach(async () => {
    server = await startProcess('search-server.ts', ['--provider', name, '--key', key]);
  });
  afterEach(() => server.stop());

  it('is available', () => expect(research().availability).toEqual({ available: true }));

  it('finds pages of the web only, as plain text, each once, at most ten', async () => {
    const answer = await research().search('  rivers\nof  “Africa” & more  ', signal);
    const results = answer.ok ? answer.results : [];
    expect(results.slice(0, 3)).toEqual([
      { title: 'Rivers & Lakes', url: 'https://rivers.test/africa', snippet: 'The Nile flows.' },
      { title: 'lakes.test', url: 'http://lakes.test/', snippet: '' },
      { title: 'More 0', url: 'https://more.test/0', snippet: '0' },
    ]);
    expect(results).toHaveLength(10);
    expect(await server.rest()).toEqual([{ query: 'rivers of “Africa” & more' }]);
  });

  it('truncates a query that is longer than the provider accepts', async () => {
    await research().search('x'.repeat(5000), signal);
    const [{ query }] = (await server.rest()) as [{ query: string }];
    expect([400, 1000]).toContain(query.length);
  });

  it('finds nothing if there are no results', async () => {
    expect(await research().search('nothing', signal)).toEqual({ ok: true, results: [] });
  });

  it.each([
    ['limited', 'limited'],
    ['broken', 'failed'],
    ['strange', 'failed'],
  ])('reports that a search failed: %s', async (query, reason) => {
    expect(await research().search(query, signal)).toEqual({ ok: false, reason });
  });

  it('ends when the caller aborts', async () => {
    const controller = new AbortController();
    const answer = research().search('silent', controller.signal);
    await server.next();
    controller.abort();
    expect(await answer).toEqual({ ok: false, reason: 'aborted' });
  });

  it('reports that the provider does not answer, and the reason to the operator, without the query', async () => {
    const warnings: unknown[] = [];
    const log = { warn: (details: object, message: string) => warnings.push({ ...details, message }) };
    const gone = createWebResearch(open(server.address, key), parts, log);
    expect(await gone.search('broken', signal)).toEqual({ ok: false, reason: 'failed' });
    await server.stop();
    expect(await gone.search('rivers of Ada', signal)).toEqual({ ok: false, reason: 'failed' });
    const provider = new URL(server.address).host;
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatchObject({ provider });
    expect(warnings[1]).toMatchObject({
      provider,
      message: 'A search failed.',
      cause: { message: 'fetch failed', cause: { code: 'ECONNREFUSED' } },
    });
    expect(JSON.stringify(warnings)).not.toMatch(/rivers|Ada|secret/);
  });
});

it.each(['brave', 'tavily'])('reports that %s rejects the key', async (name) => {
  const server = await startProcess('search-server.ts', ['--provider', name, '--key', key]);
  const research = createWebResearch(providers[name]!(server.address, 'other'), parts);
  expect(await research.search('rivers', signal)).toEqual({ ok: false, reason: 'refused' });
  await server.stop();
});

describe('research without a provider', () => {
  it('says that only the user’s own uploads are searched', async () => {
    const research = chooseResearch(readConfig({}).research, parts);
    expect(research.availability).toEqual({
      available: false,
      sentence: 'Web research is not set up on this installation: only your own uploads are searched.',
    });
    expect(await research.search('rivers', signal)).toEqual({ ok: false, reason: 'off' });
    expect(await research.read('https://rivers.test', signal)).toEqual({ ok: false, reason: 'off' });
  });

  it('is chosen unless the environment names one', () => {
    const read = (env: Record<string, string>) => readConfig(env).research;
    expect(read({})).toBeUndefined();
    expect(read({ SEARXNG_URL: 'http://search.internal', BRAVE_API_KEY: 'b' })).toEqual({
      provider: 'searxng',
      url: 'http://search.internal',
    });
    expect(read({ BRAVE_API_KEY: 'b', TAVILY_API_KEY: 't' })).toEqual({ provider: 'brave', key: 'b' });
    expect(read({ TAVILY_API_KEY: 't' })).toEqual({ provider: 'tavily', key: 't' });
    expect(chooseResearch(read({ TAVILY_API_KEY: 't' }), parts).availability).toEqual({ available: true });
    expect(() => read({ SEARXNG_URL: 'search' })).toThrow('SEARXNG_URL');
  });
});
