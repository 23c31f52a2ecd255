import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { installedPackages, noticesOf, packageFolder } from './notices.ts';

const root = mkdtempSync(join(tmpdir(), 'atrium-notices-'));
afterAll(() => rmSync(root, { recursive: true }));

const install = (at: string, about: object, texts: Record<string, string>) => {
  const folder = join(root, at);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(about));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  return folder;
};

test('each package is named once with its version, its license and its texts, by name', () => {
  const b = install('b', { name: 'b', version: '2.0.0', license: 'MIT' }, { 'LICENSE.md': 'Be kind.\r\n', 'a.js': '' });
  const twin = install('twin', { name: 'b', version: '2.0.0', license: 'MIT' }, { LICENSE: 'Be kind.' });
  const a = install(
    'a',
    { name: '@s/a', version: '1.0.0', license: { type: 'OFL-1.1' } },
    { 'OFL.txt': 'F', NOTICE: 'N' },
  );
  const text = noticesOf([b, twin, a, join(root, 'none')]);
  expect(text).toMatch(/@s\/a 1\.0\.0 \(OFL-1\.1\)\n-+\n\nN\n\nF\n[^]*b 2\.0\.0 \(MIT\)\n-+\n\nBe kind\.\n/);
  expect(text.match(/b 2\.0\.0/g)).toHaveLength(1);
  expect(noticesOf([a, twin, b])).toBe(text);
});

test('a file belongs to the innermost package around it', () => {
  expect(packageFolder('/w/node_modules/.pnpm/x@1/node_modules/@s/a/dist/i.js')).toBe(
    '/w/node_modules/.pnpm/x@1/node_modules/@s/a',
  );
  expect(packageFolder('/w/mf-chat/src/a.ts')).toBeUndefined();
});

test('packages that pnpm installed are found, with and without a scope', () => {
  const store = 'w/node_modules/.pnpm';
  const one = install(`${store}/a@1/node_modules/a`, {}, {});
  const scoped = install(`${store}/@s+b@1/node_modules/@s/b`, {}, {});
  expect(installedPackages(join(root, 'w')).toSorted()).toEqual([one, scoped].toSorted());
});
