import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { data, expect, password, test, url as at } from './fixtures.ts';
import { connects, type Product, startProduct } from './product.ts';

/** The response at a machine's own address to a request for `host`. */
const fetchAs = (url: string, path: string, { host, body }: { host?: string; body?: object } = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { port } = new URL(url);
    const headers = {
      ...(host === undefined ? {} : { host }),
      ...(body ? { 'content-type': 'application/json', origin: `http://${host}` } : {}),
    };
    const sent = request({ host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end(body ? JSON.stringify(body) : undefined);
  });

const standIn = '/local/identity/google/.well-known/openid-configuration';
const logIn = { email: 'admin@atrium.test', password };

test('only this machine reaches a local start, and only by its own names', async () => {
  const url = at();
  expect(await connects(Number(new URL(url).port))).toBe(true);
  // A second address of the same machine, where a server that listens on all addresses would respond, too.
  expect(await connects(Number(new URL(url).port), '127.0.0.2')).toBe(false);
  for (const path of ['/', '/local/mail', '/operator', '/api/user', '/release-set.json']) {
    const stranger = await fetchAs(url, path, { host: 'rebound.example.com' });
    expect(stranger.status, path).toBe(421);
    expect((await fetchAs(url, path, { host: new URL(url).host })).status, path).not.toBe(421);
  }
});

test('if others can reach it, nothing of a local start is available, not even what an earlier one left behind', async () => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'atrium-reach-'));
  cpSync(join(data(), 'store'), join(folder, 'store'), { recursive: true });
  const outside = { ATRIUM_ORIGIN: 'http://chat.example.com' };
  const allowed = { ATRIUM_LOCAL_MODEL: '1', ATRIUM_LOCAL_PAYMENTS: '1', ATRIUM_LOCAL_MAIL: '1' };
  let product: Product | undefined;
  try {
    product = await startProduct(folder);
    const own = new URL(product.url).host;
    expect((await fetchAs(product.url, '/api/auth/login', { host: own, body: logIn })).status).toBe(200);
    expect((await fetchAs(product.url, '/local/mail', { host: own })).status).toBe(200);
    expect((await fetchAs(product.url, standIn, { host: own })).status).toBe(200);
    expect((await fetchAs(product.url, '/operator', { host: own })).text).toContain('Release set');
    expect((await fetchAs(product.url, '/operator.json', { host: own })).text).toContain('"environment"');
    await product.stop();

    await expect(startProduct(folder, { HOST: '0.0.0.0' })).rejects.toThrow('set ATRIUM_ORIGIN to the address');
    await expect(startProduct(folder, { ...outside, ATRIUM_LOCAL_PAYMENTS: '1' })).rejects.toThrow(
      'No model is configured: set MODEL_BASE_URL and MODEL_NAME, or ATRIUM_LOCAL_MODEL=1',
    );

    product = await startProduct(folder, { ...outside, ...allowed });
    expect(product.url).toBe('http://chat.example.com');
    expect(product.output.join('\n')).not.toMatch(/@atrium\.test|\/local|\/operator/);
    const host = 'chat.example.com';
    const address = `http://127.0.0.1:${product.port}`;
    expect((await fetchAs(address, '/', { host })).status).toBe(200);
    expect((await fetchAs(address, '/api/auth/login', { host, body: logIn })).status).toBe(400);
    for (const path of ['/local/mail', standIn])
      expect((await fetchAs(address, path, { host })).status, path).toBe(404);
    expect((await fetchAs(address, '/operator', { host })).text).not.toContain('Release set');
    expect((await fetchAs(address, '/operator.json', { host })).text).not.toContain('"environment"');
    await product.stop();

    product = await startProduct(folder);
    const again = { host: new URL(product.url).host, body: logIn };
    expect((await fetchAs(product.url, '/api/auth/login', again)).status).toBe(200);
  } finally {
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
