import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openStore } from '../release/store.ts';
import { createAssetFiles } from './asset-files.ts';

const root = mkdtempSync(join(tmpdir(), 'atrium-asset-files-'));
const store = openStore(root);
const shared = 'part.0123abcd.js';
const add = (version: string) => {
  mkdirSync(store.files('mf-chat', version), { recursive: true });
  writeFileSync(join(store.files('mf-chat', version), shared), 'shared');
  writeFileSync(join(root, 'mf-chat', version, 'release.json'), '{}');
};
afterAll(() => rmSync(root, { recursive: true }));

test('a file that versions share is found in another one when the one that was found first is removed', async () => {
  for (const version of ['1.0.0', '1.1.0-preview']) add(version);
  const find = createAssetFiles(store);
  const holders = () => find({ name: 'mf-chat', file: shared }).map(({ version }) => version);
  const [first = ''] = holders();
  store.remove('mf-chat', first);
  const [other] = ['1.0.0', '1.1.0-preview'].filter((version) => version !== first);
  await vi.waitFor(() => expect(holders()).toEqual([other]));
  rmSync(join(root, 'mf-chat', other ?? ''), { recursive: true });
  await vi.waitFor(() => expect(holders()).toEqual([]));
});
