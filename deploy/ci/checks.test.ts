import { globSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { packageFolders } from '../build/packages.ts';
import { workspace } from '../release/data-folder.ts';
import { readBy, runChecks } from './checks.ts';

const named = /(?:\bfrom|\bimport)\s*\(?\s*'(?:@atrium\/([\w-]+)|(\.\.?\/[^']+))/g;

/** Folders of the workspace that a file imports from. */
const foldersOf = (file: string): string[] =>
  [...readFileSync(join(workspace, file), 'utf8').matchAll(named)].flatMap(([, name, path]) => {
    const folder = name ?? normalize(join(file, '..', path ?? '')).split('/')[0] ?? '';
    return packageFolders().includes(folder) ? [folder] : [];
  });

it.each(packageFolders().map((name) => [name, readBy(name)] as const))(
  'the checks of %s know of each package that its files import, tests included',
  (name, reads) => {
    const files = globSync(`${name}/**/*.{ts,tsx}`, { cwd: workspace, exclude: ['**/node_modules/**', '**/dist/**'] });
    const imported = new Set(files.flatMap(foldersOf));
    expect(imported.size).toBeGreaterThan(0);
    expect(reads === 'everything' ? [] : [...imported].filter((folder) => !reads.includes(folder))).toEqual([]);
  },
);

it('a check that throws has failed with what it said, and the others still run', async () => {
  const lines: string[] = [];
  const broken = async () => {
    throw new Error('There is no package.');
  };
  const all = [
    { name: 'broken', run: broken },
    { name: 'other', run: async () => undefined },
    { name: 'last', run: async () => undefined },
  ];
  expect(await runChecks((line) => lines.push(line), { all })).toEqual({ passed: 2, failed: 1 });
  expect(lines.toSorted()).toEqual([
    '       Error: There is no package.',
    'FAILED broken',
    'ok     last',
    'ok     other',
  ]);
});
