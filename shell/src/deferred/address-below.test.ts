import { BehaviorSubject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { settings } from '#contracts/dialogs/billing';
import { createBars } from '../layout/bars.model.ts';
import { createModals } from '../modals/modals.model.ts';
import { createDirectory } from '../remotes/directory.ts';
import { createFailureReports } from '../remotes/failure.ts';
import { createRemotes } from '../remotes/remote.model.ts';
import { createStyles } from '../remotes/styles.ts';
import { createNavigation, openMemoryHistory } from '../router/navigation.ts';
import { fakeLoader, noEntering, release, releaseSet, textModule } from '../testing/release.ts';
import { createStorage } from '../visit/storage.ts';
import { keepAddressBelow } from './address-below.ts';
import { closeBarWithBack } from './back-closes-bar.ts';

const billing = release('mf-billing', '1.0.0', {
  dialogs: [{ dialog: 'billing.settings', title: 'Settings', size: 'large', expose: './settings' }],
});

const start = (...paths: string[]) => {
  sessionStorage.clear();
  const history = openMemoryHistory('/before', ...paths);
  const navigation = createNavigation(history, 'http://atrium.test', { assign: () => {}, open: () => true });
  const set = releaseSet(billing);
  const loader = fakeLoader(() => textModule('settings'));
  const reports = createFailureReports(() => {});
  const remotes = createRemotes(set, { loader, styles: createStyles(), reports, entering: noEntering });
  const { session, local } = createStorage();
  const modals = createModals({ navigation, directory: createDirectory(set, remotes), session, onMissing: () => {} });
  const layout = createBars(local, new BehaviorSubject(false), new BehaviorSubject(false));
  keepAddressBelow(navigation, modals);
  closeBarWithBack(navigation, layout);
  const path = () => history.location.pathname + history.location.search;
  const shown: string[] = [];
  navigation.location$.subscribe(({ search }) => shown.push(search));
  const openDialog = async () => {
    void modals.open(settings, {});
    await vi.waitFor(() => expect(modals.stack$.value.length).toBeGreaterThan(0));
  };
  return { history, navigation, modals, layout, path, shown, openDialog };
};
const created = { chat: 'c1', flow: undefined };

test('Back from a dialog shows the chat that was created behind it, and never the page as it was before', async () => {
  const { history, navigation, modals, path, shown, openDialog } = start('/?flow=f1');
  await openDialog();
  navigation.setQuery(created, { replace: true });
  expect(modals.stack$.value).toHaveLength(1);
  const before = shown.length;
  history.go(-1);
  expect([path(), modals.stack$.value, shown.slice(before)]).toEqual(['/?chat=c1', [], ['?chat=c1']]);
  history.go(-1);
  expect(path()).toBe('/before');
});

test('so does Back from a bar', () => {
  const { history, navigation, layout, path } = start('/');
  layout.setBar('left', true);
  navigation.setQuery(created, { replace: true });
  history.go(-1);
  expect([path(), layout.bars$.value.left]).toEqual(['/?chat=c1', false]);
});

test('a bar that is closed by its button after that leaves nothing to go back over', () => {
  const { history, navigation, layout, path } = start('/');
  layout.setBar('left', true);
  navigation.setQuery(created, { replace: true });
  layout.setBar('left', false);
  expect(path()).toBe('/?chat=c1');
  history.go(-1);
  expect(path()).toBe('/before');
});

test('a chat that is created behind a dialog which a bar opened stays below both', async () => {
  const { history, navigation, modals, layout, path, openDialog } = start('/');
  layout.setBar('left', true);
  await openDialog();
  navigation.setQuery(created, { replace: true });
  history.go(-1);
  expect([path(), layout.bars$.value.left, modals.stack$.value]).toEqual(['/?chat=c1', true, []]);
  history.go(-1);
  expect([path(), layout.bars$.value.left]).toEqual(['/?chat=c1', false]);
});

test('a dialog that is closed by its button after that leaves nothing to go back over', async () => {
  const { history, navigation, modals, path, openDialog } = start('/');
  await openDialog();
  navigation.setQuery(created, { replace: true });
  navigation.setQuery({ flow: 'f2' }, { replace: true });
  modals.stack$.value.forEach(({ key }) => modals.close(key));
  expect([path(), modals.stack$.value]).toEqual(['/?chat=c1&flow=f2', []]);
  history.go(-1);
  expect(path()).toBe('/before');
});

test('so do two dialogs', async () => {
  const { history, navigation, modals, path, openDialog } = start('/');
  await openDialog();
  await openDialog();
  await vi.waitFor(() => expect(modals.stack$.value).toHaveLength(2));
  navigation.setQuery(created, { replace: true });
  for (const { key } of modals.stack$.value.toReversed()) modals.close(key);
  expect([path(), modals.stack$.value]).toEqual(['/?chat=c1', []]);
  history.go(-1);
  expect(path()).toBe('/before');
});

test('so does one above a bar, which stays open', async () => {
  const { history, navigation, modals, layout, path, openDialog } = start('/');
  layout.setBar('left', true);
  await openDialog();
  navigation.setQuery(created, { replace: true });
  modals.stack$.value.forEach(({ key }) => modals.close(key));
  expect([path(), layout.bars$.value.left]).toEqual(['/?chat=c1', true]);
  layout.setBar('left', false);
  history.go(-1);
  expect(path()).toBe('/before');
});

test('the dialog below stays open', async () => {
  const { history, navigation, modals, path, openDialog } = start('/');
  await openDialog();
  const [below] = modals.stack$.value;
  await openDialog();
  await vi.waitFor(() => expect(modals.stack$.value).toHaveLength(2));
  navigation.setQuery(created, { replace: true });
  history.go(-1);
  expect(modals.stack$.value).toEqual([below]);
  expect(new URLSearchParams(history.location.search).get('chat')).toBe('c1');
  history.go(-1);
  expect(path()).toBe('/?chat=c1');
});

test.each([
  ['a page that was left before the dialog', ['/?chat=c0', '/'], -2, '/?chat=c0'],
  ['an equal page further back', ['/', '/?chat=c0', '/'], -3, '/'],
])('%s is shown as it was', async (_, paths, steps, to) => {
  const { history, navigation, path, openDialog } = start(...paths);
  await openDialog();
  navigation.setQuery(created, { replace: true });
  history.go(steps);
  expect(path()).toBe(to);
});

test('a dialog that is left for another page changes nothing below it', async () => {
  const { history, navigation, path, openDialog } = start('/?chat=c0');
  await openDialog();
  navigation.navigate('/?chat=c1', { replace: true });
  history.go(-1);
  expect(path()).toBe('/?chat=c0');
});
