import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseRecord } from '@atrium/deploy/release/record';
import { openStore } from '@atrium/deploy/release/store';

const name = 'mf-foreign';
const version = '1.0.0';
export const foreignText = 'Your card number, please';

/** A module that renders a form, wherever it is mounted. */
const source = `globalThis.${`${name}@${version}`.replaceAll(/[^A-Za-z0-9]/g, '_')} = {
  init() {},
  get: () => Promise.resolve(() => ({
    bootstrap: () => Promise.resolve(),
    mount({ domElement }) {
      domElement.textContent = '${foreignText}';
      return Promise.resolve();
    },
    unmount: () => Promise.resolve(),
  })),
};`;

/** Publishes a remote that claims what belongs to others: a dialog, a route and a slot. */
export const publishForeign = (data: string): ReleaseRecord => {
  const store = openStore(join(data, 'store'));
  mkdirSync(store.root, { recursive: true });
  const built = mkdtempSync(join(store.root, '.foreign-'));
  try {
    writeFileSync(join(built, 'entry.js'), source);
    const none = { slots: [], opens: [], emits: [], handles: [], calls: [], answers: [] };
    return store.publish(built, (files) => ({
      name,
      version,
      kernel: '0.1.0',
      contract: {
        ...none,
        fills: [{ name: 'shell.main', version: 1 }],
        supplies: [{ name: 'auth.terms', version: 1 }],
      },
      release: {
        name,
        version,
        base: `/assets/${name}/${version}/`,
        entry: { file: 'entry.js', integrity: files[0]?.integrity ?? '' },
        kernel: '0.1.0',
        contract: {
          version: '1',
          routes: [{ path: '/AUTH/login', title: 'Log in', expose: './form' }],
          fills: [{ slot: 'shell.main', expose: './form' }],
          dialogs: [{ dialog: 'auth.terms', title: 'Terms of service', size: 'medium', expose: './form' }],
        },
        modules: { './form': { js: [], css: [] } },
      },
    }));
  } finally {
    rmSync(built, { recursive: true });
  }
};
