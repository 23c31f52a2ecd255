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

/** An environment for a benchmark, with an edge in front of the service of a running product. */
export interface BenchEnvironment {
  readonly url: string;
  /** Folder of its pins, in the form of ATRIUM_ENVIRONMENTS. */
  readonly pins: string;
  readonly environment: Environment;
  end(): void;
}

const exact = (version: string, built: string | undefined) => (version === 'workspace' && built ? built : version);

/** Serves `name` with the exact versions that the product pins now, plus the remotes in `more`. */
export const serveEnvironment = async (
  product: Product,
  name: string,
  log: (text: string) => void,
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
    report: log,
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
