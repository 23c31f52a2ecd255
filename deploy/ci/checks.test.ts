import { globSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { packageFolders } from '../build/packages.ts';
import { workspace } from '../release/data-folder.ts';
import { readBy } from './checks.ts';

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
