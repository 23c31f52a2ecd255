import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StaticPartError, writeStaticParts } from './static-parts.ts';

let root = '';
const output = () => join(root, 'dist');
const write = (file: string, text: string) => {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), text);
};
const part = (body: string, imports = '') =>
  write('src/list.static.tsx', `${imports}\nexport const ListStatic = () => ${body};\n`);
const built = (file: string) => readFileSync(join(output(), 'static/parts', file), 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-parts-'));
  write('package.json', JSON.stringify({ name: 'mf-list', version: '1.2.3', type: 'module' }));
  write('contract.ts', "export default { paints: { './list': './src/list.static.tsx' } };\n");
  write('src/list.module.css', '.list { color: red }\n.other { color: blue }\n');
});
afterEach(() => rmSync(root, { recursive: true }));

test('a static part is the markup of its component, and of its styles those that it uses, the same each time', async () => {
  part(
    '<ul id={useId()} className={styles.list} onClick={() => {}} />',
    "import { useId } from 'react';\nimport styles from './list.module.css';",
  );
  await writeStaticParts(root, output());
  const first = [built('list.html'), built('list.css')];
  expect(first[0]).toMatch(/^<ul id="_?mf-list--list-[^"]+" class="mf-list-list-[0-9a-f]{6}"><\/ul>$/);
  expect(first[1]).toMatch(/^@layer reset,tokens,ui,remote;@layer remote\{\.mf-list-list-[0-9a-f]{6}\{color:red\}\}$/);
  rmSync(output(), { recursive: true });
  await writeStaticParts(root, output());
  expect([built('list.html'), built('list.css')]).toEqual(first);
});

test.each([
  ['throws', "(() => { throw new Error('no host here'); })()", 'no host here'],
  ['renders something else each time', '<i>{Math.random()}</i>', 'it renders differently each time'],
  ['holds a script', '<script />', 'it contains "<script", which a static part may not'],
])('a static part that %s ends the build in one sentence that names its file', async (_, body, why) => {
  part(body);
  const outcome = await writeStaticParts(root, output()).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(StaticPartError);
  expect(String(outcome)).toBe(
    `Error: The static part ListStatic of mf-list/src/list.static.tsx was not rendered: ${why}.`,
  );
});

test('a file that does not export the component is named, too', async () => {
  write('src/list.static.tsx', 'export const Other = () => null;\n');
  await expect(writeStaticParts(root, output())).rejects.toThrow(
    'ListStatic of mf-list/src/list.static.tsx was not rendered: it does not export this component.',
  );
});

test('a package without static parts gets none', async () => {
  write('contract.ts', 'export default {};\n');
  await writeStaticParts(root, output());
  expect(existsSync(output())).toBe(false);
});
