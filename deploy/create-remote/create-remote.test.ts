import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RemoteContract } from '@atrium/shared-kernel/contracts/define';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordRemote } from '../release/contract-record.ts';
import { workspace } from '../release/data-folder.ts';
import { problemsOf } from '../release/deployable.ts';
import { build, releaseOf } from '../release/publish.ts';
import { openStore } from '../release/store.ts';
import { emptyContract } from '../release/record.ts';
import { createRemote } from './create-remote.ts';

let root = '';
/** Milliseconds that a compiler may take on a busy machine. */
const tools = 180_000;
const bin = (name: string) => join(workspace, 'node_modules/.bin', name);
/** A separate workspace that links the packages of this one. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-scaffold-'));
  for (const name of [
    'shared-kernel',
    'node_modules',
    'tsconfig.json',
    'oxlint.config.ts',
    'vitest.config.ts',
    '.oxfmtrc.json',
  ])
    symlinkSync(join(workspace, name), join(root, name));
  cpSync(join(workspace, 'deploy/environments'), join(root, 'deploy/environments'), { recursive: true });
  cpSync(join(workspace, 'README.md'), join(root, 'README.md'));
  createRemote(root, 'mf-late-news');
  symlinkSync(join(workspace, 'mf-auth/node_modules'), join(root, 'mf-late-news/node_modules'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('the scaffold has contract, screen, tests and CI, is pinned to its sources and in the map', () => {
  const files = [
    'contract.ts',
    'contract.test.ts',
    'contract.suite.ts',
    'src/late-news/late-news-page.test.tsx',
    'rsbuild.config.ts',
    '.ci/run',
  ];
  for (const file of files) expect(statSync(join(root, 'mf-late-news', file)).isFile(), file).toBe(true);
  expect(statSync(join(root, 'mf-late-news/.ci/run')).mode & 0o111).not.toBe(0);
  expect(readFileSync(join(root, 'mf-late-news/.ci/run'), 'utf8')).toContain('contracts mf-late-news');
  const pins = JSON.parse(readFileSync(join(root, 'deploy/environments/local.json'), 'utf8')) as { remotes: object };
  expect(pins.remotes).toMatchObject({ 'mf-late-news': { version: 'workspace' }, 'mf-chat': { version: 'workspace' } });
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toMatch(/^mf-billing\/.*\nmf-late-news\/ /m);
});

test(
  'the scaffold follows the conventions: it compiles, is formatted, and mentions no template',
  () => {
    execFileSync(bin('tsc'), ['-p', join(root, 'mf-late-news')], { stdio: 'pipe' });
    execFileSync(bin('oxfmt'), ['--check', 'mf-late-news'], { cwd: root, stdio: 'pipe' });
    const page = readFileSync(join(root, 'mf-late-news/src/late-news/late-news-page.tsx'), 'utf8');
    expect(page).toContain('export const LateNewsPage');
    expect(page).not.toContain('__');
  },
  tools,
);

test(
  'the scaffold is built into a release that can be deployed beside the shell',
  async () => {
    const output = join(root, 'built');
    await build(join(root, 'mf-late-news'), output, '0.1.0', 'production');
    const module = (await import(pathToFileURL(join(root, 'mf-late-news/contract.ts')).href)) as {
      default: RemoteContract;
    };
    const contract = module.default;
    const store = openStore(join(root, 'store'));
    const of = (name: string) =>
      store.publish(undefined, () => ({ name, version: '0.1.0', kernel: '0.1.0', contract: emptyContract }));
    const [shell, service] = [of('shell'), of('service')];
    const record = store.publish(output, (files) => ({
      name: contract.name,
      version: '0.1.0',
      kernel: '0.1.0',
      contract: recordRemote(contract),
      release: releaseOf(contract, output, '0.1.0', '0.1.0', files),
    }));
    expect(problemsOf(record, { shell, service, remotes: [record] })).toEqual([]);
    expect(record.release?.contract.routes).toEqual([
      { path: '/late-news', title: 'Late news', expose: './late-news' },
    ]);
  },
  tools,
);

test.each([
  ['news', 'news is not a valid name'],
  ['mf-News', 'mf-News is not a valid name'],
  ['mf-../x', 'mf-../x is not a valid name'],
  ['', 'That is not a valid name'],
  ['mf-late-news', 'The folder mf-late-news already exists.'],
  ['mf-team', '/team belongs to mf-teams: choose another name.'],
  ['mf-api', '/api belongs to service: choose another name.'],
])('%s is refused', (name, sentence) => {
  expect(() => createRemote(root, name)).toThrow(sentence);
});
