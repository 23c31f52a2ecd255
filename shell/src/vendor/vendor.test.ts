import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as realQuery from '../../node_modules/@tanstack/react-query/build/modern/index.js';
import * as realRxjs from 'rxjs';
import { expect, test } from 'vitest';
import * as realZod from 'zod/mini';
import * as query from './react-query.ts';
import * as rxjs from './rxjs.ts';
import * as zod from './zod-mini.ts';

const root = join(import.meta.dirname, '../../..');
const sources = globSync(['shared-kernel/**/*.{ts,tsx}', 'shell/src/**/*.{ts,tsx}', 'mf-*/**/*.{ts,tsx}'], {
  cwd: root,
  exclude: [
    '**/node_modules/**',
    '**/dist/**',
    '**/testing/**',
    '**/*.test.*',
    '**/vendor/**',
    // Reads sources in Node, never in a browser.
    'shared-kernel/compiler/**',
    '**/openapi.ts',
    '**/failures/answer.ts',
  ],
}).map((file) => readFileSync(join(root, file), 'utf8'));

const importsFrom = (library: string) =>
  sources.flatMap((source) =>
    [...source.matchAll(new RegExp(`import \\{([^}]*)\\} from '${library}'`, 'g'))].flatMap((match) =>
      (match[1] ?? '').split(',').map((name) => name.trim().replace(/ as .*/, '')),
    ),
  );

const missing = (names: string[], facade: object, library: object) =>
  [...new Set(names)].filter((name) => name in library && !(name in facade));

test('the facade of RxJS has everything that browser code imports from it', () => {
  expect(missing(importsFrom('rxjs'), rxjs, realRxjs)).toEqual([]);
});

test('the facade of react-query has everything that browser code imports from it', () => {
  expect(missing(importsFrom('@tanstack/react-query'), query, realQuery)).toEqual([]);
});

test('the facade of zod has everything that browser code uses of it', () => {
  const used = sources.flatMap((source) => [...source.matchAll(/\bz\.(\w+)(?=[(.])/g)].map((match) => match[1] ?? ''));
  expect(missing(used, zod, realZod)).toEqual([]);
});
