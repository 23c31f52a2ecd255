import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SignedRelease, signedReleaseOf } from '../release/release-set.ts';
import { emptyContract } from '../release/record.ts';
import type { Store } from '../release/store.ts';

const name = 'mf-contract-probe';
const version = '1.0.0';

/** The path of its page, which contains nothing but the probe. */
export const probePath = '/contract-probe';
/** Global variable in which the page stores what the shell gave to the probe. */
export const probeKey = 'contractProbe';

/** A Module Federation container in the form that its runtime accepts, with one module that stores its host. */
const source = `globalThis.${`${name}@${version}`.replaceAll(/[^A-Za-z0-9]/g, '_')} = {
  init() {},
  get: () => Promise.resolve(() => ({
    bootstrap: () => Promise.resolve(),
    mount({ host, domElement }) {
      globalThis.${probeKey} = host;
      domElement.dataset.probe = '';
      domElement.textContent = 'Contract probe';
      return Promise.resolve();
    },
    unmount: () => Promise.resolve(),
  })),
};`;

/** Publishes a remote that gives the suites what any remote gets: the host of whichever shell is there. */
export const publishProbe = (store: Store, kernel: string): void => {
  mkdirSync(store.root, { recursive: true });
  const built = mkdtempSync(join(store.root, '.probe-'));
  try {
    writeFileSync(join(built, 'entry.js'), source);
    store.publish(built, (files) => ({
      name,
      version,
      kernel,
      contract: emptyContract,
      release: {
        name,
        version,
        base: `/assets/${name}/${version}/`,
        entry: { file: 'entry.js', integrity: files[0]?.integrity ?? '' },
        kernel,
        contract: {
          version: '1',
          routes: [{ path: probePath, title: 'Contract probe', expose: './probe' }],
          fills: [],
          dialogs: [],
        },
        modules: { './probe': { js: [], css: [] } },
      },
    }));
  } finally {
    rmSync(built, { recursive: true });
  }
};

export const probeIn = (store: Store): SignedRelease => signedReleaseOf(store.read(name, version));
