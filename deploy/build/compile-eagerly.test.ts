import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rspack } from '@rsbuild/core';
import { expect, test } from 'vitest';
import { compileEagerly } from './compile-eagerly.ts';

test('minimized scripts that run at once begin with the hint, others have none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-eagerly-'));
  writeFileSync(join(folder, 'main.js'), '/* why */ globalThis.load = () => import("./later.js");');
  writeFileSync(join(folder, 'later.js'), '/* why */ export const later = 1;');
  const compiler = rspack({
    mode: 'production',
    context: folder,
    entry: { index: './main.js' },
    devtool: false,
    optimization: { chunkIds: 'named' },
    output: { path: join(folder, 'files'), filename: 'static/[name].[contenthash:8].js' },
    plugins: [compileEagerly(['index', 'other'])],
  });
  await new Promise<void>((resolve, reject) => {
    compiler.run((error) => compiler.close((unclosed) => (error || unclosed ? reject(error ?? unclosed) : resolve())));
  });
  const files = readdirSync(join(folder, 'files/static')).toSorted();
  const texts = files.map((file) => readFileSync(join(folder, 'files/static', file), 'utf8'));
  rmSync(folder, { recursive: true });
  const hint = '//# allFunctionsCalledOnLoad\n';
  expect(files.map((file, at) => [file.split('.')[0], texts[at]?.startsWith(hint)])).toEqual([
    ['index', true],
    ['later_js', false],
  ]);
  expect(texts.join('')).not.toContain('why');
});
