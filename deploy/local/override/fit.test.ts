import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { providedKernelApi } from '../../release/kernel-api.ts';
import { vendoredReleases } from '../../release/vendored-releases.ts';
import { openStore, type Store } from '../../release/store.ts';
import { emptyContract } from '../../release/record.ts';
import { incompatibilities } from './start-override.ts';

let data = '';
let store: Store;
const remote = () => join(data, 'mf-a');
const pinsFolder = () => join(data, 'pins');
const shell = (version: string, rxjs: string[]) => ({
  name: 'shell',
  version,
  kernel: '0.1.0',
  contract: { ...emptyContract, gives: { ...providedKernelApi(), rxjs } },
});

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atrium-fit-'));
  store = openStore(join(data, 'store'));
  mkdirSync(join(remote(), 'src'), { recursive: true });
  writeFileSync(join(remote(), 'src/a.ts'), "import { share, take } from 'rxjs';\n");
  mkdirSync(pinsFolder());
});
afterEach(() => rmSync(data, { recursive: true }));

test('what an older shell does not provide is named, with that shell', () => {
  store.publish(undefined, () => shell('1.0.0', ['take']));
  store.publish(undefined, () => shell('2.0.0', ['take', 'share']));
  expect(incompatibilities(remote(), '1.0.0', store, pinsFolder())).toEqual([
    'It uses share of rxjs, which the shell does not provide in version 1.0.0: what needs it will fail.',
  ]);
  expect(incompatibilities(remote(), '2.0.0', store, pinsFolder())).toEqual([]);
});

test('a shell that this machine never published is known from the releases stored beside the pins', () => {
  vendoredReleases(pinsFolder()).publish(undefined, () => shell('3.0.0', ['share']));
  expect(incompatibilities(remote(), '3.0.0', store, pinsFolder())).toEqual([
    expect.stringContaining('uses take of rxjs'),
  ]);
});

test('for an unknown shell nothing is reported', () => {
  expect(incompatibilities(remote(), '4.0.0', store, pinsFolder())).toEqual([]);
});
