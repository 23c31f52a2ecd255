import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyContract, publishRemote } from '../testing/release.ts';
import type { Environment } from './environment.ts';
import { keepContracts, keptContract } from './kept-contracts.ts';
import { openStore, type Store } from './store.ts';

let folder = '';
let store: Store;
const pins = (chat: Environment['shell']): Environment => ({
  environment: 'live',
  shell: { version: 'workspace' },
  service: { version: '1.0.0' },
  remotes: { 'mf-chat': chat },
});
const kept = () => readdirSync(join(folder, 'contracts')).toSorted();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-contracts-'));
  store = openStore(join(folder, 'store'));
  store.publish(undefined, () => ({ name: 'service', version: '1.0.0', kernel: '0.1.0', contract: emptyContract }));
  for (const version of ['1.0.0', '2.0.0', '3.0.0'])
    publishRemote(store, 'mf-chat', version, { contract: { opens: [{ name: `dialog-${version}`, version: 1 }] } });
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the contracts of all that is pinned are kept beside the pins, and of nothing else', () => {
  keepContracts(folder, [pins({ version: '1.0.0', canary: { version: '2.0.0', percent: 5 } })], store);
  expect(kept()).toEqual(['mf-chat@1.0.0.json', 'mf-chat@2.0.0.json', 'service@1.0.0.json']);
  keepContracts(folder, [pins({ version: '2.0.0', previous: '1.0.0' }), pins({ version: '3.0.0' })], store);
  expect(kept()).toEqual(['mf-chat@2.0.0.json', 'mf-chat@3.0.0.json', 'service@1.0.0.json']);
  expect(keptContract(folder, 'mf-chat', '3.0.0').contract.opens).toEqual([{ name: 'dialog-3.0.0', version: 1 }]);
});

test('what is kept stays where the release is not at hand, as in a clone with an empty store', () => {
  keepContracts(folder, [pins({ version: '1.0.0' })], store);
  keepContracts(folder, [pins({ version: '1.0.0' })], openStore(join(folder, 'empty')));
  expect(kept()).toEqual(['mf-chat@1.0.0.json', 'service@1.0.0.json']);
  expect(() => keptContract(folder, 'mf-chat', '2.0.0')).toThrow('The contract of mf-chat@2.0.0 is not in');
});

test('nothing is kept beside pins that are not there to be written', () => {
  const absent = join(folder, 'absent');
  keepContracts(absent, [pins({ version: '1.0.0' })], store);
  expect(readdirSync(folder)).not.toContain('absent');
});
