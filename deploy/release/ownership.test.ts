import { expect, test } from 'vitest';
import { environmentsFolder, readEnvironment } from './environment.ts';
import { vendoredReleases } from './vendored-releases.ts';
import { type Claim, firstClaims, foreignClaims, ownersOf, ownSurface } from './ownership.ts';
import { resolveReleaseSet } from './release-set.ts';

const claim = (remote: string, name: string, kind: Claim['kind'] = 'route'): Claim => ({ remote, kind, name });

test.each(['staging', 'production'])(
  'everything that %s pins claims only what it owns, and needs no record of it',
  (name) => {
    const { owners, remotes } = resolveReleaseSet(readEnvironment(name), vendoredReleases(environmentsFolder));
    expect(remotes.length).toBeGreaterThan(4);
    for (const remote of remotes) expect(ownSurface(remote, owners)).toEqual(remote);
  },
);

test('what no contract declares belongs to the first remote that claims it, or to its recorded owner', () => {
  const claims = [claim('mf-a', '/news'), claim('mf-b', '/news'), claim('mf-b', '/press')];
  expect(ownersOf(claims)).toEqual({ 'route /news': ['mf-a'], 'route /press': ['mf-b'] });
  expect(firstClaims(claims, {})).toEqual({ 'route /news': 'mf-a', 'route /press': 'mf-b' });
  const recorded = { 'route /news': 'mf-b' };
  expect(foreignClaims(claims, ownersOf(claims, recorded))).toEqual(['claims the route /news, which belongs to mf-b']);
  expect(firstClaims(claims, recorded)).toEqual({ 'route /press': 'mf-b' });
});

test('a transfer gives one address of an area to another remote, and leaves the rest', () => {
  const recorded = { 'route /auth/sso': 'mf-sso' };
  const claims = [claim('mf-auth', '/auth/login'), claim('mf-sso', '/auth/sso'), claim('mf-sso', '/auth/other')];
  expect(foreignClaims(claims, ownersOf(claims, recorded))).toEqual([
    'claims the route /auth/other, which belongs to mf-auth',
  ]);
});

test('a remote may have its own routes that share an address with others', () => {
  const claims = [claim('mf-news', '/news/:id'), claim('mf-news', '/news/today')];
  expect(foreignClaims(claims, ownersOf(claims))).toEqual([]);
});
