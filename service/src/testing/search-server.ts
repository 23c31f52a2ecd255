import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

/**
 * `node search-server.ts --provider searxng|brave|tavily --key KEY`: a search provider in the format of the real one.
 * It prints each query as a line of JSON. The queries `limited`, `broken`, `strange`, `silent` and `nothing` get such
 * answers.
 */
const { values } = parseArgs({ options: { provider: { type: 'string' }, key: { type: 'string' } } });

const found = [
  {
    title: 'Rivers &amp; <strong>Lakes</strong>',
    url: 'https://rivers.test/africa',
    text: 'The <strong>Nile</strong>\n flows.',
  },
  { title: 'Again', url: 'https://rivers.test/africa', text: 'The same page.' },
  { title: 'Not a page', url: 'javascript:alert(1)', text: 'x' },
  { title: '', url: 'http://lakes.test/', text: '' },
  ...Array.from({ length: 12 }, (_, at) => ({ title: `More ${at}`, url: `https://more.test/${at}`, text: `${at}` })),
];

interface Provider {
  readonly read: (request: IncomingMessage, url: URL) => Promise<{ readonly query: string; readonly key: string }>;
  readonly answer: (results: typeof found) => object;
}
const contents = (results: typeof found) => ({
  results: results.map(({ title, url, text: content }) => ({ title, url, content, engine: 'x', score: 1 })),
});
const providers: Readonly<Record<string, Provider>> = {
  searxng: {
    read: async (_request, url) => ({
      query:
        url.pathname === '/search' && url.searchParams.get('format') === 'json'
          ? (url.searchParams.get('q') ?? '')
          : '',
      key: values.key ?? '',
    }),
    answer: contents,
  },
  brave: {
    read: async (request, url) => ({
      query: url.pathname === '/res/v1/web/search' ? (url.searchParams.get('q') ?? '') : '',
      key: String(request.headers['x-subscription-token']),
    }),
    answer: (results) =>
      results.length === 0
        ? { type: 'search' }
        : {
            type: 'search',
            web: { results: results.map(({ text: description, ...result }) => ({ ...result, description })) },
          },
  },
  tavily: {
    read: async (request, url) => ({
      query: url.pathname === '/search' ? (JSON.parse(await text(request)) as { query: string }).query : '',
      key: (request.headers.authorization ?? '').replace('Bearer ', ''),
    }),
    answer: contents,
  },
};
const provider = providers[values.provider ?? '']!;

const respond = (query: string, key: string): readonly [number, string] | undefined => {
  if (key !== values.key) return [401, '{"error":"key"}'];
  if (query === '') return [404, '{}'];
  if (query === 'limited') return [429, '{}'];
  if (query === 'broken') return [200, '<html>'];
  if (query === 'strange') return [200, '{"results":{"a":1},"web":[]}'];
  if (query === 'silent') return undefined;
  return [200, JSON.stringify(provider.answer(query === 'nothing' ? [] : found))];
};

const server = createServer((request, response) => {
  const handle = async () => {
    const { query, key } = await provider.read(request, new URL(request.url ?? '', 'http://x'));
    process.stdout.write(`${JSON.stringify({ query })}\n`);
    const [status, body] = respond(query, key) ?? [];
    if (status !== undefined) response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
  void handle();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`Listening: http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}\n`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
