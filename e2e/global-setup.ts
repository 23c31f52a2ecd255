import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeMemoryFolder } from '@atrium/shared-kernel/testing/memory-folder';
import { startProduct } from './product.ts';

const builtStore = join(process.env['ATRIUM_DATA'] ?? join(import.meta.dirname, '../.atrium'), 'store');

interface Started {
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a product on its own data folder, with the store that the build step has filled, so that nothing is built
 * again.
 */
const startOne = async (): Promise<Started> => {
  const data = makeMemoryFolder('atrium-journeys-');
  if (existsSync(builtStore)) cpSync(builtStore, join(data, 'store'), { recursive: true });
  // A copy of the pins, because journeys change them as operators do.
  const pins = join(data, 'pins');
  cpSync(join(import.meta.dirname, '../deploy/environments'), pins, { recursive: true });
  const product = await startProduct(data, { DEMO_TOKENS_PER_SECOND: '240', ATRIUM_ENVIRONMENTS: pins });
  return {
    env: {
      ATRIUM_URL: product.url,
      ATRIUM_JOURNEYS_DATA: data,
      ATRIUM_ENVIRONMENTS: pins,
      ATRIUM_PRODUCT_PID: String(product.pid),
    },
    async stop() {
      await product.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
};

/** A product for each worker: journeys crash the service and change pins, which must not affect other workers. */
export default async function start({ workers }: { workers: number } = { workers: 1 }): Promise<() => Promise<void>> {
  const products = await Promise.all(Array.from({ length: workers }, startOne));
  Object.assign(process.env, products[0]?.env, { ATRIUM_PRODUCTS: JSON.stringify(products.map(({ env }) => env)) });
  return async () => {
    await Promise.all(products.map(({ stop }) => stop()));
  };
}
