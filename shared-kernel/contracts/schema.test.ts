import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { release, releaseSet } from './release-set.ts';
import { checkedAs, schemaFor } from './schema.ts';

test('a schema is created once for each contract', () => {
  let made = 0;
  const make = () => {
    made += 1;
    return z.string();
  };
  expect(schemaFor(make)).toBe(schemaFor(make));
  expect(made).toBe(1);
  expect(schemaFor(() => z.string())).not.toBe(schemaFor(make));
});

test('a value is checked against the schema of its contract', () => {
  const make = () => z.object({ title: z.string() });
  expect(checkedAs(make, { title: 'One' })).toEqual({ success: true, data: { title: 'One' } });
  expect(checkedAs(make, { title: 1 }).success).toBe(false);
});

const asset = (integrity = `sha256-${'A'.repeat(43)}=`) => ({ file: 'entry.js', integrity });
const pinned = {
  name: 'mf-test',
  version: '0.1.0',
  base: '/assets/mf-test/0.1.0/',
  entry: asset(),
  kernel: '0.1.0',
  contract: {
    version: '0123456789abcdef',
    routes: [{ path: '/test', title: 'Test', expose: './test' }],
    fills: [{ slot: 'shell.main', expose: './test' }],
    dialogs: [{ dialog: 'test.one', title: 'One', size: 'small', expose: './one', shortcut: 'x' }],
    first: [{ expose: './test', url: '/test?testId={test}' }],
    whenDisabled: { 'route /test': 'Tests are back soon.' },
  },
  configuration: { limit: 3 },
  modules: { './test': { js: [asset()], css: [asset()] } },
};
const set = {
  environment: 'test',
  id: '1',
  owners: { 'route /test': ['mf-test'] },
  disabled: { 'route /other': '' },
  flags: { 'mf-test.polls': true },
  shell: { name: 'shell', version: '0.1.0', base: '/', kernel: '0.1.0' },
  remotes: [{ ...pinned, previous: pinned }],
};

describe('a release set', () => {
  test('contains everything that the shell reads', () => {
    expect(releaseSet().parse(set)).toEqual(set);
    expect(release().parse(pinned)).toEqual(pinned);
  });

  test('of an earlier edge has no owners, and a first release nothing before it', () => {
    const { owners: _, ...earlier } = { ...set, remotes: [pinned] };
    expect(releaseSet().safeParse(earlier).success).toBe(true);
  });

  test.each([
    [`sha256-${'A'.repeat(43)}=`, true],
    [`sha384-${'a+/9'.repeat(16)}`, true],
    ['', false],
    [`sha256-${'A'.repeat(42)}=`, false],
    [`sha256-${'A'.repeat(44)}=`, false],
    [`sha384-${'A'.repeat(63)}`, false],
    [`sha384-${'A'.repeat(65)}`, false],
    [`sha1-${'A'.repeat(43)}=`, false],
    [` sha256-${'A'.repeat(43)}=`, false],
    [`sha256-${'-'.repeat(43)}=`, false],
    [`sha384-${'-'.repeat(64)}`, false],
  ])('parses the hash %j: %j', (integrity, valid) => {
    expect(release().safeParse({ ...pinned, entry: asset(integrity) }).success).toBe(valid);
  });

  test.each([
    [{ expose: './test' }, false],
    [{ url: '/test' }, false],
    [{ expose: './test', url: '/test' }, true],
  ])('parses %j as the first calls of a module: %j', (one, valid) => {
    const contract = { ...pinned.contract, first: [one] };
    expect(release().safeParse({ ...pinned, contract }).success).toBe(valid);
  });

  test('names the shell as the shell', () => {
    expect(releaseSet().safeParse({ ...set, shell: { ...set.shell, name: 'mf-test' } }).success).toBe(false);
  });
});
