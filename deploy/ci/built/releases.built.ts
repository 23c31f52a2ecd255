import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentBase } from '@atrium/shared-kernel/contracts/release-set';
import { describe, expect, test } from 'vitest';
import { isPartFile } from '../../build/part-files.ts';
import { sharedModules } from '../../build/shared-policy.ts';
import { dataFolder, environmentName, workspace } from '../../release/data-folder.ts';
import { contractFile, isShell, recordPackage } from '../../release/contract-record.ts';
import { awaited, problemsOf } from '../../release/deployable.ts';
import { readBuilt } from '../../release/effective-set.ts';
import { environmentsFolder, readEnvironment } from '../../release/environment.ts';
import { noticesFile } from '../../notices/notices.ts';
import { pinnedSet } from '../../release/release-set.ts';
import { openStore } from '../../release/store.ts';
import { vendoredReleases } from '../../release/vendored-releases.ts';

const store = openStore(join(dataFolder(), 'store'));
const set = pinnedSet(readEnvironment(environmentName()), store, readBuilt(dataFolder(), environmentName()));
const entryLimit = 15_000;

describe.each(set.remotes.map((record) => ({ name: record.name, record })))('the built $name', ({ record }) => {
  const folder = store.files(record.name, record.version);
  const scripts = record.files.filter(({ file }) => file.endsWith('.js'));
  const styles = record.files.filter(({ file }) => file.endsWith('.css') && !isPartFile(file));
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const entry = record.release?.entry.file ?? '';

  test('can be deployed beside the built shell, remotes and service', () => {
    expect(problemsOf(record, set)).toEqual([]);
  });

  test('exposes exactly what its contract declares, each with its files', async () => {
    const root = join(workspace, record.name);
    const contract = await contractFile(root);
    if (!contract || isShell(contract)) throw new Error(`${record.name} is no remote`);
    expect(Object.keys(record.release?.modules ?? {}).toSorted()).toEqual(Object.keys(contract.exposes).toSorted());
    for (const { js } of Object.values(record.release?.modules ?? {})) expect(js.length).toBeGreaterThan(0);
    expect(record.contract).toEqual(JSON.parse(JSON.stringify(recordPackage(contract, root))));
  });

  test('gets every shared module from the shell and contains no copy', () => {
    for (const { file } of scripts) {
      const text = read(file);
      expect(text, file).not.toMatch(/react\.transitional\.element|__CLIENT_INTERNALS|ZodMiniType"|ObjectUnsubscribed/);
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the bundler has just written
    const manifest = JSON.parse(read('mf-manifest.json')) as {
      shared: { name: string; singleton: boolean; assets: { js: { sync: string[]; async: string[] } } }[];
    };
    for (const shared of manifest.shared) {
      expect(sharedModules(), shared.name).toContain(shared.name);
      expect(shared.singleton, shared.name).toBe(true);
      expect([...shared.assets.js.sync, ...shared.assets.js.async], shared.name).toEqual([]);
    }
  });

  test('lists the third-party software that it contains', () => {
    expect(read(noticesFile)).toMatch(/^\S+ \d+\.\d+\.\d+\S* \(.+\)$/m);
  });

  test('has an entry of at most 15 kB that knows the hash of each of its other scripts and styles', () => {
    const known = read(entry);
    expect(record.files.find(({ file }) => file === entry)?.brotli).toBeLessThanOrEqual(entryLimit);
    for (const { file, integrity } of [...scripts, ...styles].filter((one) => one.file !== entry))
      expect(known.includes(integrity), file).toBe(true);
  });

  test('holds its version in its entry only, and keeps its styles in its cascade layer', () => {
    const unique = `${record.name}_${record.version}`.replaceAll(/\W/g, '_');
    expect(read(entry)).toContain(unique);
    for (const { file } of [...scripts, ...styles].filter((one) => one.file !== entry)) {
      expect(file).toMatch(/\.[0-9a-f]{8}\.(js|css)$/);
      expect(read(file), file).not.toContain(unique);
    }
    for (const { file } of styles) {
      const outside = read(file).replaceAll(/@layer (remote|ui)\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '');
      expect(
        outside
          .replaceAll(/@font-face\{[^}]*\}|\/\*[\s\S]*?\*\//g, '')
          .trim()
          .slice(0, 80),
        file,
      ).toBe('');
    }
  });

  test('generates no code from strings', () => {
    for (const { file } of scripts) expect(read(file), file).not.toMatch(/\beval\(|new Function\(/);
  });
});

test('a listed exception is still missing from every release that production pins', () => {
  const pinned = pinnedSet(readEnvironment('production'), vendoredReleases(environmentsFolder));
  const given = [pinned.shell, ...pinned.remotes].flatMap(({ contract }) => [...contract.emits, ...contract.supplies]);
  expect(given.map(({ name }) => name).filter((name) => awaited.includes(name))).toEqual([]);
});

test('the built shell can be deployed beside the built remotes', () => {
  expect(problemsOf(set.shell, set)).toEqual([]);
});

test('the page of the shell loads its own scripts, with their hashes', () => {
  const { shell } = set;
  const html = readFileSync(join(store.files('shell', shell.version), 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/<script[^>]*src="([^"]+)"[^>]*>/g)];
  expect(scripts.length).toBeGreaterThan(0);
  for (const [tag, source = ''] of scripts) {
    const file = shell.files.find((one) => source === contentBase('shell') + one.file);
    expect(tag).toContain(`integrity="${file?.integrity}"`);
    expect(tag).toContain('crossorigin="anonymous"');
  }
  const icons = [...html.matchAll(/<link\s[^>]*rel="icon"[^>]*href="([^"]*)"/g)].map(([, address = '']) => address);
  expect(icons).toEqual([expect.stringMatching(/^data:image\/png;base64,/)]);
  expect(html).toContain('<!--release-set-->');
  expect(html).toContain('<!--preloads-->');
});

test('the styles of the page rank the cascade layers before the shell’s stylesheet: reset, tokens, ui, remote', () => {
  const { shell } = set;
  const [style] = shell.files.filter(({ file }) => /css\/index\.(?:.*\.)?css$/.test(file));
  const read = (file: string) => readFileSync(join(store.files('shell', shell.version), file), 'utf8');
  const own = [...read('index.html').matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css);
  const text = [...own, read(style?.file ?? 'none')].join('');
  const mentioned = [...text.matchAll(/@layer ([^;{]*)[;{]/g)].flatMap(([, names = '']) => names.split(/,\s*/));
  expect([...new Set(mentioned)]).toEqual(['reset', 'tokens', 'ui', 'remote']);
});

test('the built shell contains nothing that runs a remote from its sources', () => {
  const { shell } = set;
  for (const { file } of shell.files.filter((one) => /\.(js|css|html)$/.test(one.file)))
    expect(readFileSync(join(store.files('shell', shell.version), file), 'utf8'), file).not.toMatch(
      /__override|override-banner|development-react/,
    );
});
