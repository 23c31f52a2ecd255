import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { budgetIn, byteProblems, partsOf } from './byte-budget.ts';
import { workspace } from './data-folder.ts';
import { emptyContract, type ReleaseRecord } from './record.ts';

const asset = (file: string, brotli: number) => ({ file, integrity: `sha256-${file}`, bytes: brotli * 3, brotli });
const files = [asset('entry.js', 3900), asset('bars.js', 7000), asset('left.js', 11_500), asset('help.js', 2000)];
const { integrity = '' } = files[0] ?? {};
const record: ReleaseRecord = {
  name: 'mf-x',
  version: '1.0.0',
  kernel: '0.1.0',
  content: '',
  files,
  contract: emptyContract,
  release: {
    name: 'mf-x',
    version: '1.0.0',
    base: '/assets/mf-x/1.0.0/',
    kernel: '0.1.0',
    entry: { file: 'entry.js', integrity },
    contract: {
      version: '1',
      routes: [{ path: '/help', title: 'Help', expose: './help' }],
      dialogs: [],
      fills: [{ slot: 'shell.left', expose: './left' }],
    },
    modules: {
      './left': {
        js: [
          { file: 'bars.js', integrity },
          { file: 'left.js', integrity },
        ],
        css: [],
      },
      './help': { js: [{ file: 'help.js', integrity }], css: [] },
    },
  },
};

test('a remote has its entry and each exposed module with all its scripts as parts, the shell its first scripts', () => {
  expect(partsOf(record)).toEqual([
    { name: 'entry', kB: 3.9 },
    { name: './left', kB: 18.5 },
    { name: './help', kB: 2 },
  ]);
  const shell = [asset('static/js/index.js', 100_000), asset('static/js/async/1.js', 5000)];
  const { release: _, ...rest } = record;
  expect(partsOf({ ...rest, name: 'shell', files: shell })).toEqual([{ name: 'first script', kB: 100 }]);
});

test('a part that grew beyond its budget is named, with its owner and both sizes', () => {
  expect(byteProblems(record, { entry: 3.9, './left': 18.5, './help': 2 })).toEqual([]);
  expect(byteProblems(record, { entry: 3.8, './left': 18.5, './help': 2 })).toEqual([
    'entry of mf-x is 3.90 kB; its budget in mf-x/package.json is 3.8 kB.',
  ]);
});

test('what a first visit loads has a budget, and a budget names a part that is there', () => {
  expect(byteProblems(record, { entry: 4, './gone': 1 })).toEqual([
    './left of mf-x has no budget: give it one in mf-x/package.json.',
    './help of mf-x has no budget: give it one in mf-x/package.json.',
    'The budget in mf-x/package.json names ./gone, which is no part of the release.',
  ]);
});

test('the shell and every remote give their budgets in their own package file', () => {
  const owners = readdirSync(workspace).filter((name) => name === 'shell' || name.startsWith('mf-'));
  for (const name of owners) expect(Object.keys(budgetIn(join(workspace, name))), name).not.toEqual([]);
});
