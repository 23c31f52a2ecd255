import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createLedger, Declined } from './ledger.ts';
import { createControl } from './control.ts';
import { createSender } from './events.ts';
import { createPages } from './pages.ts';
import { createApi } from './api.ts';
import { Refusal } from './route.ts';
import { createWire, readForm } from './wire.ts';

/**
 * `node server.ts --secret whsec_… [--port N] [--webhook URL]`: a stand-in for Stripe. Requests and answers are checked
 * against Stripe's published description. `/_test/…` runs actions of tests; `/pay/…`, `/invoice/…` and `/portal/…` are
 * pages for users.
 */
const { values } = parseArgs({
  options: {
    secret: { type: 'string' },
    webhook: { type: 'string' },
    port: { type: 'string' },
    seed: { type: 'string' },
  },
});

/** The time that a test has set, at which the clock stands still; undefined for the real time. */
let fixed: number | undefined;
let seed = Number(values.seed ?? 1);
/** Mulberry32: the same seed gives the same faults. */
const random = (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};
const clock = (): number => fixed ?? Math.floor(Date.now() / 1000);
const setClock = (seconds: number) => void (fixed = seconds);
let pace = 0;
const setPace = (ms: number) => void (pace = ms);

const sender = createSender({ secret: values.secret ?? '', clock, random });
const deliveries = new Set<Promise<void>>();
let wire: ReturnType<typeof createWire>;
const ledger = createLedger(clock, (type, object) => {
  const [of] = type.split('.');
  const view =
    of === 'invoice'
      ? wire.invoice(object as never)
      : of === 'checkout'
        ? wire.session(object as never)
        : wire.subscription(object as never);
  // Like Stripe, an event holds the state at the time of the change and may arrive after the answer.
  const delivery = sender.deliver(type, view).finally(() => deliveries.delete(delivery));
  deliveries.add(delivery);
});

const settled = async (): Promise<void> => {
  while (deliveries.size > 0) await Promise.all(deliveries);
};

interface Answer {
  readonly status: number;
  readonly body: unknown;
}
/** By idempotency key: the parameters of the first request and its answer, which is repeated from then on. */
const keys = new Map<string, { readonly parameters: string; answer?: Answer }>();

const start = (origin: string) => {
  wire = createWire(ledger, origin);
  if (values.webhook !== undefined) sender.set({ url: values.webhook });
  const api = createApi(ledger, wire, origin);
  const control = createControl({ ledger, sender, settled, setClock, setPace });
  const pages = createPages(ledger);

  const answerApi = async (request: IncomingMessage, url: URL) => {
    if (!(request.headers.authorization ?? '').startsWith('Bearer sk_test_'))
      return { status: 401, body: refusal('Invalid API Key', 'api_key') };
    const parameters = request.method === 'GET' ? url.search.slice(1) : await text(request);
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? keys.get(key) : undefined;
    if (known && known.parameters !== parameters)
      return { status: 400, body: refusal('Keys can only be used with the same parameters.', 'idempotency_error') };
    if (known)
      return known.answer ?? { status: 409, body: refusal('Another request uses this key.', 'idempotency_key_in_use') };
    const entry: { readonly parameters: string; answer?: Answer } = { parameters };
    if (typeof key === 'string') keys.set(key, entry);
    await pause(pace);
    const answer = await answerOnce(`${request.method} ${url.pathname}`, readForm(parameters));
    // A refused request was not executed, so its key can be used again.
    if (typeof key === 'string' && answer.status !== 200 && answer.status !== 402) keys.delete(key);
    else entry.answer = answer;
    return answer;
  };
  const answerOnce = async (route: string, params: Record<string, unknown>): Promise<Answer> => {
    try {
      return { status: 200, body: await api(route, params) };
    } catch (error) {
      if (error instanceof Declined)
        return { status: 402, body: refusal('Your card was declined.', error.message, 'card_error') };
      if (error instanceof Refusal) return { status: error.status, body: refusal(error.message, error.code) };
      throw error;
    }
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin);
    if (url.pathname.startsWith('/v1/')) {
      const { status, body } = await answerApi(request, url);
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stand_in' })
        .end(JSON.stringify(body));
      return;
    }
    if (url.pathname.startsWith('/_test/')) {
      const body = await control(
        url.pathname.slice(7),
        JSON.parse((await text(request)) || '{}') as Record<string, unknown>,
      );
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
      return;
    }
    const page = pages(request.method ?? 'GET', url.pathname, request.method === 'POST' ? await text(request) : '');
    if ('location' in page) response.writeHead(303, { location: page.location }).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page.html);
  };
};

const refusal = (message: string, code: string, type = 'invalid_request_error') => ({ error: { message, code, type } });

let handle: ReturnType<typeof start>;
const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify(refusal(error instanceof Error ? error.message : 'Unknown', 'stand_in')));
  });
});
server.listen(Number(values.port ?? 0), '127.0.0.1', () => {
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  handle = start(origin);
  process.stdout.write(`Listening: ${origin}\n`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
