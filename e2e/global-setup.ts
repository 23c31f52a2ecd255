import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './product.ts';

const builtStore = join(process.env['ATRIUM_DATA'] ?? join(import.meta.dirname, '../.atrium'), 'store');

/** One product for all journeys, on a data folder of its own; the store that the build step filled saves the builds. */
export default async function start(): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'atrium-journeys-'));
  if (existsSync(builtStore)) cpSync(builtStore, join(data, 'store'), { recursive: true });
  // Pins of its own: a journey changes them as an operator does.
  const pins = join(data, 'pins');
  cpSync(join(import.meta.dirname, '../deploy/environments'), pins, { recursive: true });
  const product = await startProduct(data, { DEMO_TOKENS_PER_SECOND: '120', ATRIUM_ENVIRONMENTS: pins });
  Object.assign(process.env, {
    ATRIUM_URL: product.url,
    ATRIUM_JOURNEYS_DATA: data,
    ATRIUM_ENVIRONMENTS: pins,
    ATRIUM_PRODUCT_PID: String(product.pid),
  });
  return async () => {
    await product.stop();
    rmSync(data, { recursive: true, force: true });
  };
}
