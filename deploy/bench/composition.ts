import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { RemoteContract } from '@atrium/shared-kernel/contracts/define';
import { createEdge } from '../edge/edge.ts';
import { environmentName, workspace } from '../release/data-folder.ts';
import { contractFile, isShell } from '../release/contract-record.ts';
import type { EnvironmentSet } from '../release/release-set.ts';
import { writeSignedSet } from '../release/hand-signed.ts';
import { openStore } from '../release/store.ts';
import { type Figure, figure } from './figure.ts';
import { publishMonolith } from './monolith.ts';
import { measureLoads } from './paired-loads.ts';
import { openBrowser } from './page-load.ts';
import { signIn, stage } from './stage.ts';

const limit = 1.05;

/** The contracts of a release set's remotes, read from the sources. */
export const contractsOf = async (set: EnvironmentSet): Promise<RemoteContract[]> => {
  const all = await Promise.all(set.remotes.map(({ name }) => contractFile(join(workspace, name))));
  return all.filter((one): one is RemoteContract => one !== undefined && !isShell(one));
};

/** Compares the composed product with one bundle of the same sources, in turns within one run. */
export const composition = async (log: (text: string) => void): Promise<Figure[]> => {
  const product = await stage(log);
  const store = openStore(join(product.data, 'store'));
  const set = JSON.parse(
    readFileSync(join(product.data, `environments/${environmentName()}.json`), 'utf8'),
  ) as EnvironmentSet;
  const version = await publishMonolith(store, await contractsOf(set));
  const base = `/assets/shell/${version}/`;
  const { content } = store.read('shell', version);
  writeSignedSet(product.data, { ...set, environment: 'monolith', shell: { ...set.shell, version, base, content } });
  const target = new URL(product.url);
  // The monolith's edge forwards calls through the composed product: same service, same data, one hop more.
  const edge = createEdge({
    data: product.data,
    environment: 'monolith',
    service: { host: target.hostname, port: Number(target.port) },
    preloads: false,
    report: log,
  });
  await new Promise<void>((done) => {
    edge.listen(0, '127.0.0.1', done);
  });
  const monolithUrl = `http://localhost:${(edge.address() as AddressInfo).port}`;
  const browser = await openBrowser(log);
  try {
    const cookie = await signIn(product.url);
    const pages = { composed: product.url, monolith: monolithUrl };
    const loads = await measureLoads(browser, cookie, pages, {
      name: 'time to a usable composer over the monolith',
      limit,
    });
    return [
      loads.ratio,
      ...(['composed', 'monolith'] as const).flatMap((kind) => [
        figure(`${kind}: cold, 1.6 Mbps, 150 ms, CPU x4, here`, loads.medianOf(kind, 'usable'), 'ms'),
        figure(`${kind}: JavaScript, brotli`, loads.medianOf(kind, 'scriptBytes') / 1000, 'kB'),
        figure(`${kind}: requests`, loads.medianOf(kind, 'requests'), 'requests'),
      ]),
    ];
  } finally {
    await browser.close();
    edge.close();
    edge.closeAllConnections();
    await product.end();
  }
};
