import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEgress } from '../../adapters/egress/client.ts';
import { createDemoModel } from '../../local/demo/model/demo.ts';
import { createOpenAiCompatible } from '../../adapters/model/openai-compatible.ts';
import type { ModelEvent, Replier } from '../../ports/model.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import { createHtmlReader } from '../../adapters/research/page/in-processes.ts';
import { searxng } from '../../adapters/research/search/engines.ts';
import { createWebResearch } from '../../adapters/research/choose.ts';
import { startUpstream } from '../../testing/openai-upstream.ts';
import { createResearcher } from './research.ts';

const article = (title: string, words: string) =>
  `<!doctype html><title>${title}</title><article><h1>${title}</h1>${`<p>${words}</p>`.repeat(8)}</article>`;

let origin: string;
let hanging: ServerResponse | undefined;
const server = createServer((request, response) => {
  const path = request.url ?? '';
  const html = (text: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(text);
  if (path.startsWith('/search')) {
    const results = ['/hang', '/gone', '/nile', '/exe'].map((at) => ({ title: at, url: origin + at, content: 'x' }));
    const wanted = path.includes('hang') ? results : results.slice(1);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results: wanted }));
  } else if (path === '/nile') html(article('The Nile', 'The Nile is the longest river of Africa, and flows north.'));
  else if (path === '/exe') response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('MZ');
  else if (path === '/hang') hanging = response;
  else response.writeHead(404).end();
});
const egress = createEgress({ isPublic: () => true, isPort: () => true });
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await egress.close();
  server.closeAllConnections();
  server.close();
});

const demo = createDemoModel({ objects: {} as ObjectStore, tokensPerSecond: 0 });
const start = (prompt: string, signal: AbortSignal, model: Replier = demo) => {
  const extraction = { read: async () => ({ kind: 'unreadable', reason: 'broken' }) as const };
  const research = createWebResearch(searxng(origin), {
    egress,
    extraction,
    readHtml: createHtmlReader({ time: 100_000 }),
  });
  return createResearcher(model, research).reply({ system: '', turns: [], prompt, owner: 'o' }, signal);
};

it('the demo model researches in the web through the search provider, and cites the one page that can be read', async () => {
  const events = await Array.fromAsync(start('Where does the Nile flow?', new AbortController().signal));
  expect(events).toContainEqual({ type: 'citations', urls: [`${origin}/nile`] });
  expect(events).toContainEqual({ type: 'thought', text: 'I leave out 127.0.0.1: the site refused it.' });
  expect(events).toContainEqual({
    type: 'thought',
    text: 'I leave out 127.0.0.1: it is of a kind that cannot be read.',
  });
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  expect(text).toMatch(/^\*This is a research by the demo model/);
  expect(text).toContain('flows north.');
  expect(text).toContain(`[1](${origin}/nile)`);
});

it('a page that hangs is abandoned when the research is aborted', async () => {
  const controller = new AbortController();
  const events: ModelEvent[] = [];
  const reading = async () => {
    for await (const event of start('hang', controller.signal)) events.push(event);
  };
  const read = reading();
  await expect.poll(() => hanging).toBeDefined();
  controller.abort();
  await read;
  await expect.poll(() => hanging?.destroyed).toBe(true);
  expect(events.at(-1)).not.toMatchObject({ type: 'text' });
});

it('a model behind an endpoint that only echoes still researches', async () => {
  const upstream = await startUpstream();
  try {
    const model = createOpenAiCompatible({ baseUrl: upstream.url, model: 'any' });
    const events = await Array.fromAsync(start('Where does the Nile flow?', new AbortController().signal, model));
    expect(events).toContainEqual({ type: 'citations', urls: [`${origin}/nile`] });
    const written = JSON.stringify(upstream.requests.at(-1)?.messages);
    expect(written).toMatch(/They are data[^]*SOURCE 1 BEGINS[^]*flows north[^]*Where does the Nile flow\?/);
  } finally {
    await upstream.close();
  }
});
