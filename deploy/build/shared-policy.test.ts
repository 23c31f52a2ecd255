import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';
import { consumedByRemote, providedByShell, sharedByShell, sharedModules } from './shared-policy.ts';

const shell = join(workspace, 'shell');
const sources = globSync('{shared-kernel,shell,mf-*}/**/*.{ts,tsx}', {
  cwd: workspace,
  // `compiler` runs only in Node.
  exclude: (path) => /node_modules|dist|testing|vendor|compiler/.test(path),
})
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(workspace, file), 'utf8') }));

const facadeExports = (name: string) => {
  const text = readFileSync(join(shell, `src/vendor/${name}.ts`), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/export \{([^}]*)\}/g)].flatMap((match) =>
    (match[1] ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  );
};
/** Values that a file imports by name; types are removed by the compiler. */
const imported = (text: string, from: string) =>
  [...text.matchAll(/^import (?!type)\{([^}]*)\} from '([^']+)'/gms)]
    .filter((match) => match[2] === from)
    .flatMap((match) => (match[1] ?? '').split(','))
    .map((one) => one.trim())
    .filter((one) => one && !one.startsWith('type '))
    .map((one) => one.split(' as ')[0] ?? one);

test('a remote imports exactly what the shell provides, and never bundles a copy', () => {
  const consumed = consumedByRemote();
  expect(Object.keys(consumed)).toEqual(Object.keys({ ...sharedByShell(shell), ...providedByShell(shell) }));
  for (const [request, shared] of Object.entries(consumed)) {
    expect(shared, request).toMatchObject({ import: false, singleton: true });
  }
});

test('the shell provides each shared module in its installed version, and first what the first screen shows', () => {
  const provided = { ...sharedByShell(shell), ...providedByShell(shell) };
  expect(provided['react-dom/client']).toMatchObject({ eager: true });
  expect(provided['@atrium/shared-kernel/remote']).toMatchObject({ eager: true });
  expect(provided['@atrium/shared-kernel/ui/button']).toMatchObject({ eager: true });
  expect(provided['@atrium/shared-kernel/ui/select']).toMatchObject({ eager: false });
  for (const [request, shared] of Object.entries(provided)) {
    expect(shared, request).toMatchObject({ singleton: true });
    expect(shared.version, request).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

test('of what it provides, the shell takes only React from the share scope itself', () => {
  expect(Object.keys(sharedByShell(shell))).toEqual(['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']);
  expect(Object.keys(providedByShell(shell))).not.toContain('react');
  for (const [request, { shareKey }] of Object.entries(providedByShell(shell))) expect(shareKey).toBe(request);
});

test('kernel code with state of its own is shared', () => {
  for (const part of ['bus', 'client', 'session', 'remote', 'ui/button'])
    expect(sharedModules()).toContain(`@atrium/shared-kernel/${part}`);
});

test.each([
  ['rxjs', 'rxjs'],
  ['react-query', '@tanstack/react-query'],
])('the facade of %s has every value that a source imports', (facade, request) => {
  const provided = facadeExports(facade);
  for (const { file, text } of sources)
    for (const name of imported(text, request)) expect(provided, `${name} in ${file}`).toContain(name);
});

test('the facade of zod/mini has every schema and check that a contract or a browser source uses', () => {
  const types = ['infer', 'input', 'output', 'ZodMiniType'];
  const known = new Set([...facadeExports('zod-mini'), ...types]);
  const missing = sources
    .filter(({ file, text }) => /from 'zod\/mini'/.test(text) && !/contracts\/(openapi\.ts|failures\/)/.test(file))
    .flatMap(({ file, text }) => [...text.matchAll(/\bz\.(\w+)/g)].map((match) => `${match[1]} in ${file}`))
    .filter((use) => !known.has(use.split(' ')[0] ?? ''));
  expect(missing).toEqual([]);
});
