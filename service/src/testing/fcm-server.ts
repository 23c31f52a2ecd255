import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { importSPKI, jwtVerify } from 'jose';

/**
 * `node fcm-server.ts --key PEM --issuer EMAIL [--sends N]`: Google's token endpoint `/token` and Firebase's endpoints
 * for sending and registering. It prints each accepted assertion and each message as a line of JSON. A token that
 * begins with `gone`, `foreign`, `broken` or `busy` gets such an answer. An access token expires after `--sends`
 * messages.
 */
const { values } = parseArgs({
  options: { key: { type: 'string' }, issuer: { type: 'string' }, sends: { type: 'string' } },
});
const key = await importSPKI(values.key ?? '', 'RS256');
const sends = new Map<string, number>();
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const failure = (code: number, details: readonly object[]) => ({ status: code, body: { error: { code, details } } });
const failures: Readonly<Record<string, ReturnType<typeof failure>>> = {
  gone: failure(404, [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'UNREGISTERED' }]),
  foreign: failure(403, [{ errorCode: 'SENDER_ID_MISMATCH' }]),
  broken: failure(400, [{ errorCode: 'INVALID_ARGUMENT' }, { fieldViolations: [{ field: 'message.token' }] }]),
  wrong: failure(400, [{ errorCode: 'INVALID_ARGUMENT' }, { fieldViolations: [{ field: 'message.title' }] }]),
  busy: failure(503, [{ errorCode: 'UNAVAILABLE' }]),
};

const giveToken = async (request: IncomingMessage, origin: string) => {
  const form = new URLSearchParams(await text(request));
  const { payload } = await jwtVerify(form.get('assertion') ?? '', key, {
    issuer: values.issuer ?? '',
    audience: `${origin}/token`,
    maxTokenAge: '1h',
  });
  print({ grant: form.get('grant_type'), scope: payload['scope'] });
  const token = `access-${sends.size}`;
  sends.set(token, Number(values.sends ?? 1000));
  return { status: 200, body: { access_token: token, expires_in: 3600, token_type: 'Bearer' } };
};

const acceptMessage = async (request: IncomingMessage) => {
  const bearer = (request.headers.authorization ?? '').replace('Bearer ', '');
  const remaining = sends.get(bearer) ?? 0;
  if (remaining === 0) return failure(401, []);
  sends.set(bearer, remaining - 1);
  const { message } = JSON.parse(await text(request)) as { message: { token: string } };
  const known = Object.keys(failures).find((name) => message.token.startsWith(name));
  if (known !== undefined) return failures[known]!;
  print({ path: request.url, message });
  return { status: 200, body: { name: 'projects/atrium/messages/1' } };
};

/** Creates an installation of the web app, which then registers a browser's subscription. */
const install = async (request: IncomingMessage) => {
  const { fid, appId } = JSON.parse(await text(request)) as { fid: string; appId: string };
  if (request.headers['x-goog-api-key'] !== 'AIza') return failure(403, []);
  print({ installed: appId, id: fid });
  return { status: 200, body: { fid, authToken: { token: 'installed', expiresIn: '604800s' } } };
};
let registrations = 0;
/** Each registration gets another token, also one of the same browser. */
const register = async (request: IncomingMessage) => {
  const body = JSON.parse(await text(request)) as { web: { endpoint: string } };
  const authenticated = request.headers['x-goog-firebase-installations-auth'] === 'FIS installed';
  if (!authenticated || body.web.endpoint.includes('broken')) return failure(400, []);
  print({ registered: body });
  registrations += 1;
  return { status: 200, body: { token: `browser-${registrations}` } };
};

const parts: readonly [
  RegExp,
  (request: IncomingMessage, origin: string) => Promise<{ status: number; body: object }>,
][] = [
  [/^\/token$/, giveToken],
  [/^\/v1\/projects\/atrium\/installations$/, install],
  [/^\/v1\/projects\/atrium\/registrations$/, register],
  [/./, acceptMessage],
];

const answer = async (request: IncomingMessage, response: ServerResponse, origin: string) => {
  const [, handle = acceptMessage] = parts.find(([path]) => path.test(request.url ?? '')) ?? [];
  const { status, body } = await handle(request, origin).catch(() => failure(400, []));
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const server = createServer((request, response) => void answer(request, response, origin));
let origin = '';
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  process.stdout.write(`Listening: ${origin}\n`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
