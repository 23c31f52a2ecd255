import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { compileCache } from '../adapters/compile-cache.ts';
import { createTestDatabase } from '../testing/app.ts';
import { quickly } from '../testing/quickly.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';

test(
  'a collector gets spans of requests and replies and durations in buckets of seconds, and nothing about the user',
  { timeout: 300_000 },
  async () => {
    const got: Record<string, string> = {};
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      got[request.url ?? ''] = (got[request.url ?? ''] ?? '') + (await text(request));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    };
    const collector = createServer((request, response) => void take(request, response));
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const folder = mkdtempSync(join(tmpdir(), 'atrium-telemetry-'));
    const { connection, drop } = await createTestDatabase();
    const { host, user, database } = connection;
    const child = spawn(process.execPath, [quickly, join(import.meta.dirname, '../main.ts')], {
      env: {
        PATH: process.env['PATH'],
        ...compileCache(),
        ATRIUM_DATA: folder,
        ATRIUM_SEED: '1',
        DEMO_TOKENS_PER_SECOND: '0',
        PORT: '0',
        LOG_LEVEL: 'warn',
        DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const { address } = JSON.parse(line) as { address: string };
      const post = (path: string, body: object, headers: Record<string, string> = {}) =>
        fetch(address + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: 'http://localhost:8080', ...headers },
          body: JSON.stringify(body),
        });
      const login = await post(
        '/api/auth/login',
        { email: 'premium@atrium.test', password: 'Atrium1!' },
        { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
      );
      const [cookie = ''] = login.headers.getSetCookie();
      const leaving = new AbortController();
      await fetch(`${address}/api/changes`, {
        headers: { cookie: cookie.split(';')[0] ?? '' },
        signal: leaving.signal,
      });
      leaving.abort();
      await (
        await post(
          '/api/aiControllerStream',
          { prompt: 'my own secret harbour' },
          { cookie: cookie.split(';')[0] ?? '' },
        )
      ).text();
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
      collector.close();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    }
    const [traces = '', measures = ''] = [got['/v1/traces'], got['/v1/metrics']];
    expect(traces).toContain('POST /api/auth/login');
    expect(traces).toContain(traceId);
    for (const part of ['GET /api/changes', 'atrium.aborted']) expect(traces).toContain(part);
    expect(measures).toContain('/api/changes');
    for (const part of ['"reply"', 'atrium.reply.outcome', '"complete"']) expect(traces).toContain(part);
    for (const name of ['http.server.request.duration', 'atrium.reply.duration', 'atrium.replies.running'])
      expect(measures).toContain(name);
    for (const [name, first] of [
      ['http.server.request.duration', '0.005'],
      ['atrium.reply.duration', '0.5'],
    ] as const)
      expect(measures.split(`"${name}"`)[1]).toMatch(new RegExp(`^.*?"explicitBounds":\\[${first},`));
    expect(traces + measures).not.toMatch(/premium@atrium|secret harbour|atrium_session/);
  },
);
