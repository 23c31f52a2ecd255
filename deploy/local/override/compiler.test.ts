import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { workspace } from '../../release/data-folder.ts';
import { buildSources } from './compiler.ts';

let data = '';
let root = '';
const output: string[] = [];
const log = (line: string) => void output.push(line);
const page = () => join(root, 'src/login/login-page.tsx');

beforeEach(() => {
  output.length = 0;
  data = mkdtempSync(join(tmpdir(), 'atrium-sources-'));
  root = join(data, 'mf-auth');
  cpSync(join(workspace, 'tsconfig.json'), join(data, 'tsconfig.json'));
  cpSync(join(workspace, 'mf-auth'), root, { recursive: true, filter: (file) => !file.endsWith('node_modules') });
  symlinkSync(join(workspace, 'mf-auth/node_modules'), join(root, 'node_modules'));
});
afterEach(() => rmSync(data, { recursive: true }));

const wrong = 'const wrong = ;';
const folder = () => join(data, 'built');

test('an error in a source is shown, and the build is available once it is fixed', async () => {
  const right = readFileSync(page(), 'utf8');
  writeFileSync(page(), right + wrong);
  const building = buildSources({ root, folder: folder(), log });
  await vi.waitFor(() => expect(output.join('\n')).toContain('Syntax Error'));
  writeFileSync(page(), right);
  const source = await building;
  const { name, version, base, entry, contract } = source.release();
  expect([name, base]).toEqual(['mf-auth', '/__override/files/']);
  expect(version).toMatch(/^\d+\.\d+\.\d+-source$/);
  expect(contract.routes.map(({ path }) => path)).toContain('/auth/login');
  const text = readFileSync(join(folder(), 'files', entry.file));
  expect(entry.integrity).toBe(`sha256-${createHash('sha256').update(text).digest('base64')}`);
  expect(text.toString()).toContain(`mf_auth_${version.replaceAll(/\W/g, '_')}`);
  await source.stop();
  expect(existsSync(folder())).toBe(false);
});

test('a build that waits for its sources to be right can be ended', async () => {
  writeFileSync(page(), wrong);
  const ending = new AbortController();
  const building = buildSources({ root, folder: folder(), log, signal: ending.signal });
  building.catch(() => undefined);
  await vi.waitFor(() => expect(output.join('\n')).toContain('Syntax Error'));
  ending.abort();
  await expect(building).rejects.toThrow('The build of mf-auth ended.');
});
