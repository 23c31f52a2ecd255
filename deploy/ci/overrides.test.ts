import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';

const packages: Readonly<Record<string, string>> = {
  '@atrium/deploy/': 'deploy/',
  '@atrium/shared-kernel/': 'shared-kernel/',
  '@atrium/service/': 'service/',
};

const imported = (text: string) =>
  [...text.matchAll(/(?:from |import |import\()'([^']+)'/g)].map(([, request = '']) => request);

/** The file of the workspace that an import refers to; undefined for a library. */
const fileOf = (from: string, request: string): string | undefined => {
  const own = Object.entries(packages).find(([name]) => request.startsWith(name));
  const path = own ? join(workspace, own[1], request.slice(own[0].length)) : join(dirname(from), request);
  if (!own && !request.startsWith('.')) return undefined;
  return [path, `${path}.ts`, `${path}.tsx`].find((file) => /\.tsx?$/.test(file) && existsSync(file));
};

/** Every file of the workspace that a file imports, directly or indirectly. */
const reachedFrom = (entry: string): string[] => {
  const reached = new Set([join(workspace, entry)]);
  for (const file of reached)
    for (const request of imported(readFileSync(file, 'utf8'))) {
      const next = fileOf(file, request);
      if (next) reached.add(next);
    }
  return [...reached].map((file) => relative(workspace, file));
};

const overriding = (file: string) => file.includes('/override/');

test('a local start imports the code of overrides, so the search is able to find it', () => {
  expect(reachedFrom('deploy/local/start.ts').filter(overriding).length).toBeGreaterThan(4);
});

test.each(['deploy/edge/main.ts', 'deploy/release/command-line.ts', 'service/src/main.ts', 'shell/src/main.tsx'])(
  '%s, which runs in production, imports no code of overrides',
  (entry) => {
    const reached = reachedFrom(entry);
    expect(reached.length).toBeGreaterThan(10);
    expect(reached.filter(overriding)).toEqual([]);
  },
);
