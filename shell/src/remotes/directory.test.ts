import type { Owners } from '@atrium/shared-kernel/contracts/release-set';
import { expect, test } from 'vitest';
import { fakeLoader, noEntering, release, releaseSet, textModule } from '../testing/release.ts';
import { reportForeignClaims } from '../deferred/foreign-claims.ts';
import { createDirectory } from './directory.ts';
import { createFailureReports } from './failure.ts';
import { createRemotes } from './remote.model.ts';
import { createStyles } from './styles.ts';

const dialog = (expose: string, shortcut = 'Mod+k') => ({
  dialog: 'auth.terms',
  title: 'Terms of service',
  size: 'medium',
  shortcut,
  expose,
});
const surface = (expose: string) => ({
  routes: [{ path: '/auth/login', title: 'Log in', expose }],
  fills: [{ slot: 'shell.main', expose }],
  dialogs: [dialog(expose)],
});
const auth = release('mf-auth', '1.0.0', surface('./own'));
const foreign = release('mf-foreign', '1.0.0', surface('./foreign'));
const owned: Owners = Object.fromEntries(
  ['route /auth/login', 'slot shell.main', 'dialog auth.terms', 'shortcut Mod+k'].map((claim) => [claim, ['mf-auth']]),
);

const directoryOf = (remotes: (typeof auth)[], owners?: Owners) => {
  const lines: string[] = [];
  const reports = createFailureReports((line) => lines.push(line));
  const set = { ...releaseSet(...remotes), ...(owners ? { owners } : {}) };
  const loader = fakeLoader(() => textModule(''));
  const remoteFor = createRemotes(set, { loader, styles: createStyles(), reports, entering: noEntering });
  const directory = createDirectory(set, remoteFor);
  reportForeignClaims(set, reports.report);
  const shown = [
    ...directory.routes.map(({ expose }) => expose),
    directory.slot('shell.main')?.expose,
    directory.dialog('auth.terms')?.expose,
  ];
  return { lines, shown, directory };
};

test.each([[[auth, foreign]], [[foreign, auth]]])(
  'a claim that the release set gives to another remote is left out and reported with both names',
  (remotes) => {
    const { lines, shown } = directoryOf(remotes, owned);
    expect(shown).toEqual(['./own', './own', './own']);
    expect(lines).toEqual(
      Object.keys(owned).map(
        (claim) => `mf-foreign@1.0.0 ./foreign failed in phase entry: claims the ${claim}, which belongs to mf-auth.`,
      ),
    );
  },
);

test('a key of another remote’s dialog cannot be claimed by an own dialog', () => {
  const news = release('mf-news', '1.0.0', { dialogs: [{ ...dialog('./news'), dialog: 'news.latest' }] });
  const { lines, directory } = directoryOf([auth, news], { ...owned, 'dialog news.latest': ['mf-news'] });
  expect(directory.shortcuts.get('Mod+k')).toBe('auth.terms');
  expect(directory.dialog('news.latest')?.expose).toBe('./news');
  expect(lines.join()).toContain('claims the shortcut Mod+k, which belongs to mf-auth');
});

test('what the release set assigns to no remote is not shown', () => {
  const { lines, shown } = directoryOf([foreign], {});
  expect(shown).toEqual([undefined, undefined]);
  expect(lines[0]).toContain('claims the route /auth/login, which belongs to nobody');
});

test('a slot with several fillers is open to each of them', () => {
  const { lines, shown } = directoryOf([foreign], { ...owned, 'slot shell.main': ['mf-auth', 'mf-foreign'] });
  expect(shown[0]).toBe('./foreign');
  expect(lines.join()).not.toContain('slot shell.main');
});

test('a set of an earlier edge, which names no owners, is composed as before', () => {
  expect(directoryOf([auth]).shown).toEqual(['./own', './own', './own']);
});

test('slots of disabled remotes show the text of their contract, otherwise the shell’s; bars have none', () => {
  const disabled = {
    'route /join': 'Joining is off.',
    'route /team': '',
    'dialog teams.admin': '',
    'slot shell.left': '',
  };
  const directory = createDirectory({ ...releaseSet(), disabled }, () => {
    throw new Error('no remote is asked for');
  });
  const turnedOff = 'This part of Atrium is turned off for now. Please try again later.';
  expect(Object.keys(disabled).map((claim) => directory.disabled(claim))).toEqual([
    'Joining is off.',
    turnedOff,
    turnedOff,
    '',
  ]);
  expect(directory.disabledPaths).toEqual(['/join', '/team']);
  expect([directory.disabled('dialog teams.none'), directory.disabled('toString')]).toEqual([undefined, undefined]);
});
