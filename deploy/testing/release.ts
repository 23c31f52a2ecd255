import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Release } from '@atrium/shared-kernel/contracts/release-set';
import { emptyContract, type RecordedContract } from '../release/record.ts';
import { partFiles, type StaticPart } from '../release/static-parts.ts';
import type { Store } from '../release/store.ts';

interface Given {
  readonly contract?: Partial<RecordedContract>;
  readonly surface?: Partial<Release['contract']>;
  /** Text of the entry; by default it is derived from name and version. */
  readonly text?: string;
  /** Its static parts, by exposed component. */
  readonly parts?: Readonly<Record<string, StaticPart>>;
  /** Other files, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

const partsIn = (parts: Readonly<Record<string, StaticPart>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([expose, { html, css }]) => {
      const files = partFiles(expose);
      return [
        [files.html, html],
        [files.css, css],
      ];
    }),
  );

const built = (store: Store, files: Record<string, string>) => {
  mkdirSync(store.root, { recursive: true });
  const folder = mkdtempSync(join(store.root, '.built-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
};

/** Publishes a remote with one module, `./page`, without a build. */
export const publishRemote = (store: Store, name: string, version: string, given: Given = {}) => {
  const folder = built(store, {
    'remoteEntry.js': `/* ${name} ${given.text ?? version} */`.repeat(40),
    'static/page.js': 'export default 1;',
    'static/page.css': '.page{color:red}',
    'static/later.js': 'export default 2;',
    ...partsIn(given.parts),
    ...given.files,
  });
  return store.publish(folder, (files) => {
    const asset = (file: string) => ({ file, integrity: files.find((one) => one.file === file)?.integrity ?? '' });
    return {
      name,
      version,
      kernel: '0.1.0',
      contract: { ...emptyContract, ...given.contract },
      release: {
        name,
        version,
        base: `/assets/${name}/${version}/`,
        entry: asset('remoteEntry.js'),
        kernel: '0.1.0',
        contract: { version: '1', routes: [], fills: [], dialogs: [], ...given.surface },
        modules: { './page': { js: [asset('static/page.js')], css: [asset('static/page.css')] } },
      },
    };
  });
};

/** Publishes a shell whose page is `html`. */
export const publishShell = (
  store: Store,
  version: string,
  html = '<head></head>',
  parts: Readonly<Record<string, StaticPart>> = {},
) =>
  store.publish(
    built(store, {
      'index.html': html,
      'static/index.js': 'start();',
      'manifest.webmanifest': '{}',
      ...partsIn(parts),
    }),
    () => ({ name: 'shell', version, kernel: '0.1.0', contract: emptyContract }),
  );
