import { spawn } from 'node:child_process';
import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../testing/free-port.ts';
import { runCommand } from '../ci/run-command.ts';
import { createEdge } from '../edge/edge.ts';
import { resolveReleaseSet } from '../release/release-set.ts';
import { writeSignedSet } from '../release/hand-signed.ts';
import { openStore } from '../release/store.ts';
import { publishRemote, publishShell } from '../testing/release.ts';
import { portOf } from '../edge/port.ts';

/** `node prove.ts`: runs this machine's nginx with atrium.conf in front of an edge, and checks what gets through. */
const folder = mkdtempSync(join(tmpdir(), 'atrium-nginx-'));
chmodSync(folder, 0o755);
const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
};

const store = openStore(join(folder, 'store'));
publishShell(store, '1.0.0', '<head><!--release-set--></head>');
publishRemote(store, 'mf-chat', '1.0.0');
const pins = { environment: 'local', shell: { version: '1.0.0' }, service: { version: '1.0.0' } };
writeSignedSet(folder, resolveReleaseSet({ ...pins, remotes: { 'mf-chat': { version: '1.0.0' } } }, store));

const firstPiece = Promise.withResolvers<string>();
const seen = Promise.withResolvers<void>();
const service = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  request.once('data', (data: Buffer) => {
    firstPiece.resolve(data.toString());
    response.write('{"seq":1}\n');
    void seen.promise.then(() => response.end(`{"from":"${String(request.headers['x-forwarded-for'])}"}\n`));
  });
});
let requested: string[] = [];
const edge = createEdge({
  data: folder,
  environment: 'local',
  service: { host: '127.0.0.1', port: await listen(service) },
  hosts: ['chat.example.com'],
});
edge.prependListener('request', (request) => requested.push(request.url ?? ''));

const port = await freePort();
const conf = readFileSync(join(import.meta.dirname, 'atrium.conf'), 'utf8')
  .replace('127.0.0.1:8080', `127.0.0.1:${await listen(edge)}`)
  .replace('listen 80;', `listen 127.0.0.1:${port};`)
  .replace('/var/cache/nginx/atrium', join(folder, 'cache'));
mkdirSync(join(folder, 'cache'));
writeFileSync(join(folder, 'atrium.conf'), conf);
const whole = join(folder, 'nginx.conf');
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
  (name) => `${name}_temp_path ${folder}/${name};`,
);
writeFileSync(
  whole,
  `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http { access_log off; ${temporary.join(' ')} include ${folder}/atrium.conf; }`,
);
const { code, output } = await runCommand('nginx', ['-t', '-q', '-c', whole]);
assert.equal(code, 0, output);
const nginx = spawn('nginx', ['-c', whole], { stdio: 'inherit' });
const origin = `http://127.0.0.1:${port}`;
const up = async (): Promise<void> => {
  for (let tries = 0; tries < 200; tries += 1) {
    if (
      await fetch(`${origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((done) => {
      setTimeout(done, 25);
    });
  }
  throw new Error(`nginx did not start: ${readFileSync(join(folder, 'error.log'), 'utf8')}`);
};

try {
  await up();
  const upload = new TransformStream<Uint8Array, Uint8Array>();
  const writer = upload.writable.getWriter();
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: upload.readable, duplex: 'half' };
  const answering = fetch(`${origin}/api/chat/reply`, init);
  void writer.write(new TextEncoder().encode('first'));
  assert.equal(await firstPiece.promise, 'first');
  const reader = (await answering).body?.getReader();
  assert.equal(new TextDecoder().decode((await reader?.read())?.value), '{"seq":1}\n');
  seen.resolve();
  assert.equal(new TextDecoder().decode((await reader?.read())?.value), '{"from":"127.0.0.1, 127.0.0.1"}\n');
  void writer.close();
  console.log('Requests and replies are streamed, with the address of the caller.');

  const file = `${origin}/assets/mf-chat/1.0.0/remoteEntry.js`;
  requested = [];
  const states: (string | null)[] = [];
  for (const encoding of ['br', 'gzip, deflate, br', 'gzip', 'gzip', 'identity']) {
    const response = await fetch(file, { headers: { 'accept-encoding': encoding } });
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(response.headers.get('content-encoding'), encoding.includes('br') ? 'br' : null);
    assert.match(await response.text(), /mf-chat 1\.0\.0/);
    states.push(response.headers.get('x-cache'));
  }
  assert.deepEqual(states, ['MISS', 'HIT', 'MISS', 'HIT', 'HIT']);
  assert.equal(requested.length, 2);
  console.log('Files of releases are requested from the edge once per encoding, and cached unchanged.');

  for (const state of ['MISS', 'HIT']) {
    const { headers } = await fetch(`${origin}/assets/mf-chat/1.0.0/static/page.css`);
    assert.equal(headers.get('x-cache'), state);
    assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
  }
  console.log('Files that are opened on their own run no script, from the cache neither.');

  requested = [];
  for (let at = 0; at < 3; at += 1) {
    const page = await fetch(origin);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.equal(page.headers.get('x-cache'), null);
    assert.match(await page.text(), /id="release-set"/);
  }
  assert.equal(requested.length, 3);
  console.log('The page is requested from the edge each time.');
  assert.equal((await fetch(`${origin}/assets/mf-chat/9.9.9/none.js`)).status, 404);
  assert.equal((await fetch(`${origin}/internal/state`)).headers.get('content-type'), 'text/html; charset=utf-8');
  console.log('Missing files return 404, and internal routes of the service are not proxied.');
} finally {
  nginx.kill('SIGTERM');
  await once(nginx, 'exit');
  for (const server of [edge, service]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true, force: true });
}
