import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';

const sources = globSync(['{shell,mf-*}/src/**/*.{ts,tsx}', 'shared-kernel/**/*.{ts,tsx}'], {
  cwd: workspace,
  exclude: ['**/node_modules/**', '**/*.test.*', '**/testing/**'],
}).map((file) => [file, readFileSync(join(workspace, file), 'utf8')] as const);

/** Matches code that writes into a stream of someone else, such as `model.help$.next(0)`. */
const foreignWrites = (source: string) => source.match(/\.\w+\$\.next\(/g) ?? [];
/** Names of subjects in the exported types of a file: any code that has a subject can write into it. */
const openSubjects = (file: string, source: string): string[] =>
  parseSync(file, source).program.body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    if (declared?.type !== 'TSInterfaceDeclaration' && declared?.type !== 'TSTypeAliasDeclaration') return [];
    return source.slice(declared.start, declared.end).match(/\b\w*Subject</g) ?? [];
  });

test('only its creator writes into a stream', () => {
  expect(foreignWrites('model.help$.next(0); help$.next(1);')).toHaveLength(1);
  expect(sources.filter(([, source]) => foreignWrites(source).length > 0).map(([file]) => file)).toEqual([]);
});

test('models show their streams read-only', () => {
  expect(openSubjects('a.ts', 'export interface A { readonly a$: BehaviorSubject<1>; }')).toHaveLength(1);
  const open = sources.filter(([file, source]) => openSubjects(file, source).length > 0).map(([file]) => file);
  expect(open).toEqual([]);
  expect(sources.some(([file]) => file.endsWith('.model.ts'))).toBe(true);
});
