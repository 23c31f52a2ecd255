import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseRecord } from '@atrium/deploy/release/record';
import { openStore } from '@atrium/deploy/release/store';

const name = 'mf-guest';
const version = '1.0.0';

/** The behavior of each module when it is mounted. */
const modules: Readonly<Record<string, string>> = {
  './good': "domElement.textContent = 'Drawn by the guest';",
  './broken': "throw new Error('the guest is broken');",
  './huge': `const box = document.createElement('div');
    Object.assign(box.style, { position: 'fixed', inset: '0', width: '5000px', height: '5000px', background: 'red' });
    box.textContent = 'All of the screen';
    domElement.append(box);`,
  './text': "setTimeout(() => close({ insert: 'Words of the guest' }));",
  './wrong': 'setTimeout(() => close({ insert: 5 }));',
};

/** Slot, module and details of each filler. */
const fills: readonly (readonly [slot: string, expose: string, details: object])[] = [
  ['billing.settingsTabs', './broken', { label: 'Broken guest', order: 1 }],
  ['billing.settingsTabs', './good', { label: 'Guest', order: 2, icon: 'star' }],
  ['billing.settingsTabs', './huge', { label: 'Huge guest', order: 3 }],
  ['billing.settingsTabs', './text', { label: 'Free guest', when: { plans: ['free'] } }],
  ['chat.composerActions', './text', { label: 'Guest words' }],
  ['chat.composerActions', './wrong', { label: 'Wrong words' }],
  ['chat.messageActions', './good', { label: 'Guest action' }],
  ['chat.welcomeCards', './good', { label: 'Guest card' }],
  ['workspace.sidebarSections', './good', {}],
  ['workspace.sidebarSections', './broken', {}],
  ['workspace.panelTabs', './good', { label: 'Guest panel' }],
  ['workspace.commands', './good', { label: 'Guest page', leadsTo: { path: '/guest' } }],
  ['workspace.navigation', './good', { label: 'Guest page', leadsTo: { path: '/guest' } }],
];

const source = `const modules = {${Object.entries(modules)
  .map(([expose, mount]) => `'${expose}': ({ domElement, close }) => { ${mount} }`)
  .join(',')}};
globalThis.${`${name}@${version}`.replaceAll(/[^A-Za-z0-9]/g, '_')} = {
  init() {},
  get: (expose) => Promise.resolve(() => ({
    bootstrap: () => Promise.resolve(),
    mount: async (props) => modules[expose](props),
    unmount: ({ domElement }) => Promise.resolve(domElement.replaceChildren()),
  })),
};`;

/** Publishes a remote of another team that fills slots of the product's remotes. Some of its modules are broken. */
export const publishGuest = (data: string): ReleaseRecord => {
  const store = openStore(join(data, 'store'));
  mkdirSync(store.root, { recursive: true });
  const built = mkdtempSync(join(store.root, '.guest-'));
  try {
    writeFileSync(join(built, 'entry.js'), source);
    const none = { slots: [], supplies: [], opens: [], emits: [], handles: [], calls: [], answers: [] };
    return store.publish(built, (files) => ({
      name,
      version,
      kernel: '0.1.0',
      contract: {
        ...none,
        fills: [...new Set(fills.map(([slot]) => slot))].map((slot) => ({ name: slot, version: 1 })),
      },
      release: {
        name,
        version,
        base: `/assets/${name}/${version}/`,
        entry: { file: 'entry.js', integrity: files[0]?.integrity ?? '' },
        kernel: '0.1.0',
        contract: {
          version: '1',
          routes: [{ path: '/guest', title: 'Guest', expose: './good' }],
          fills: fills.map(([slot, expose, details]) => ({ slot, expose, details })),
          dialogs: [],
        },
        modules: Object.fromEntries(Object.keys(modules).map((expose) => [expose, { js: [], css: [] }])),
      },
    }));
  } finally {
    rmSync(built, { recursive: true });
  }
};
