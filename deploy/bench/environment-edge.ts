import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEdge } from '../edge/edge.ts';
import type { Product } from '../local/product.ts';
import { environmentName } from '../release/data-folder.ts';
import { effectiveSet, readBuilt } from '../release/effective-set.ts';
import { type Environment, readEnvironment, writeEnvironment } from '../release/environment.ts';
import { openStore } from '../release/store.ts';

/** An environment of a bench's own, with an edge before the service of a product that runs. */
export interface BenchEnvironment {
  readonly url: string;
  /** Folder of its pins, as ATRIUM_ENVIRONMENTS. */
  readonly pins: string;
  readonly environment: Environment;
  end(): void;
}

const exact = (version: string, built: string | undefined) => (version === 'workspace' && built ? built : version);

/** Serves `name` with what the product pins now, in exact versions, and `more` remotes beside. */
export const serveEnvironment = async (
  product: Product,
  name: string,
  say: (text: string) => void,
  more: Environment['remotes'] = {},
): Promise<BenchEnvironment> => {
  const local = readEnvironment(environmentName());
  const built = readBuilt(product.data, local.environment);
  const environment: Environment = {
    environment: name,
    shell: { version: exact(local.shell.version, built['shell']) },
    service: { version: exact(local.service.version, built['service']) },
    remotes: {
      ...Object.fromEntries(
        Object.entries(local.remotes).map(([remote, { version }]) => [
          remote,
          { version: exact(version, built[remote]) },
        ]),
      ),
      ...more,
    },
  };
  const pins = mkdtempSync(join(tmpdir(), 'atrium-pins-'));
  writeEnvironment(environment, pins);
  await effectiveSet(product.data, environment, openStore(join(product.data, 'store')));
  const { hostname, port } = new URL(product.url);
  const edge = createEdge({
    data: product.data,
    environment: name,
    service: { host: hostname, port: Number(port) },
    report: say,
  });
  await new Promise<void>((done) => {
    edge.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://localhost:${(edge.address() as AddressInfo).port}`,
    pins,
    environment,
    end() {
      edge.close();
      edge.closeAllConnections();
      rmSync(pins, { recursive: true, force: true });
    },
  };
};
