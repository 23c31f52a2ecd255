import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Product, startProduct } from '../local/product.ts';

/** In benchmarks a single account sends as much as many users would. */
const unlimited = { ATRIUM_SENDS_PER_MINUTE: '0', ATRIUM_REPLIES_AT_ONCE: '0' };

/** Starts the product on a free port with a data folder of its own. `end` stops it and removes the folder. */
export const stage = async (
  log: (text: string) => void,
  env: NodeJS.ProcessEnv = {},
): Promise<Product & { end(): Promise<void> }> => {
  const data = mkdtempSync(join(tmpdir(), 'atrium-bench-'));
  const product = await startProduct({ port: 0, data, env: { ...unlimited, ...env }, log });
  return {
    ...product,
    async end() {
      await product.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
};

/** The session cookie of a seeded account, as `name=value`. */
export const signIn = async (url: string, email = 'premium@atrium.test', origin = url): Promise<string> => {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password: 'Atrium1!' }),
  });
  if (!response.ok) throw new Error(`The sign-in of ${email} was answered with ${response.status}.`);
  const [cookie] = response.headers.getSetCookie();
  if (!cookie) throw new Error('The sign-in gave no session.');
  return cookie.split(';', 1)[0] ?? '';
};
