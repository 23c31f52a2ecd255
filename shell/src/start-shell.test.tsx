import * as calls from '@atrium/shared-kernel/contracts/calls';
import { settings } from '#contracts/dialogs/billing';
import type { Host } from '@atrium/shared-kernel/remote';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { createFakeService, Failure } from '@atrium/shared-kernel/testing/fake-service';
import { expectWholePage } from '@atrium/shared-kernel/testing/setup';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadFrame } from './modals/modal-stack.tsx';
import type { RemoteFailure } from './remotes/failure.ts';
import { galleryRoute } from './router/gallery-route.tsx';
import { startShell } from './start-shell.tsx';
import { fakeLoader, never, release, releaseSet, textModule } from './testing/release.ts';
import { settle } from './testing/shell-parts.tsx';

const page = (path: string, title: string, expose: string) => ({ path, title, expose });
const remotes = [
  release('mf-chat', '1.0.0', { fills: [{ slot: 'shell.main', expose: './chat-screen' }] }),
  release('mf-workspace', '1.0.0', {
    fills: [
      { slot: 'shell.left', expose: './left-bar' },
      { slot: 'shell.right', expose: './memory-bar' },
    ],
  }),
  release('mf-auth', '1.0.0', {
    routes: [page('/auth/login', 'Log in', './login'), page('/onboarding', 'Welcome', './onboarding')],
  }),
  release('mf-teams', '1.0.0', {
    routes: [page('/team', 'Create a team', './new-team'), page('/join', 'Join a team', './join')],
    dialogs: [{ dialog: 'teams.admin', title: 'Team Management', size: 'large', expose: './admin' }],
  }),
];
const disabled = { 'route /subscribe': 'Nobody can subscribe today.', 'dialog billing.settings': '' };
const flags = { 'mf-chat.polls': true, 'mf-chat.drafts': false };
const set = { ...releaseSet(...remotes), disabled, flags };
const loader = fakeLoader(({ name }, expose) => {
  if (expose === './new-team') return { ...textModule(''), mount: () => never<void>() };
  if (expose === './memory-bar') throw new Error('broken at load');
  return textModule(`${name} ${expose}`);
});

const service = createFakeService();
const { heardFrom: _, ...unheard } = testUser();
let user = testUser({ theme: 'dark', fontSize: '18px' });
let host: Host;
const failures: RemoteFailure[] = [];
const lines: string[] = [];
let widths: string[] = [];

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  // A page that is left reports its loads.
  vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
});

beforeAll(expectWholePage);
beforeAll(loadFrame);
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  service.answer(calls.session.getUser, () => user);
  service.answer(calls.session.getIpInfo, () => ({ ip: '192.0.2.7', region: 'WC', postal: '8001', country: 'ZA' }));
  vi.stubGlobal('fetch', service.fetch);
  localStorage.setItem('atrium.session', 'user');
  window.history.replaceState(null, '', `/app/ai?aT=partner&chat=${'a'.repeat(24)}`);
  const media = vi.spyOn(window, 'matchMedia');
  const frame = document.body.appendChild(document.createElement('div'));
  frame.id = 'frame';
  const root = document.body.appendChild(document.createElement('div'));
  const started = await startShell({
    root,
    set,
    loader,
    log: (line) => lines.push(line),
    gallery: galleryRoute(() => Promise.resolve({ Gallery: () => <h1>All parts</h1> })),
  });
  ({ host } = started);
  widths = media.mock.calls.map(([query]) => query).filter((query) => query.includes('width'));
  started.reports.failures$.subscribe((failure) => failures.push(failure));
});

const go = async (path: string) => {
  host.navigation.navigate(path);
  await settle();
};

test('remotes get the flags of the page, and their own default for unknown flags', () => {
  const isOn = (name: string, standard?: boolean) => host.flags?.isOn(name, standard);
  expect([isOn('mf-chat.polls'), isOn('mf-chat.drafts', true)]).toEqual([true, false]);
  expect([isOn('mf-chat.other'), isOn('mf-chat.other', true)]).toEqual([false, true]);
});

test('/app/ai opens the main screen with its three areas, and aT is removed from the address', async () => {
  await settle();
  expect(window.location.pathname + window.location.search).toBe(`/?chat=${'a'.repeat(24)}`);
  expect(host.attribution.aT).toBe('partner');
  expect(screen.getByRole('complementary', { name: 'Chats' }).textContent).toContain('mf-workspace ./left-bar');
  expect(screen.getByRole('main').textContent).toContain('mf-chat ./chat-screen');
  expect(screen.getByRole('complementary', { name: 'Memory' })).toBeDefined();
});

test('the page’s own HTML is replaced by the main screen, which is accessible', () => {
  expect(document.querySelector('#frame')).toBeNull();
  expect(screen.getByRole('main').closest('[inert]')).toBeNull();
});

test('the user’s theme and font size are applied and stored, and the location is cached', () => {
  expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', fontSize: '18px' });
  expect(localStorage.getItem('atrium.theme')).toBe('dark');
  expect(localStorage.getItem('atrium.fontSize')).toBe('18px');
  expect(host.ipInfo$.value).toMatchObject({ country: 'ZA' });
});

test('a module that cannot be loaded shows this in its own slot, and its neighbors work', async () => {
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  await settle();
  const memory = within(screen.getByRole('complementary', { name: 'Memory' }));
  expect(memory.getByRole('region', { name: 'mf-workspace is not available: memory-bar' }).dataset['phase']).toBe(
    'expose',
  );
  expect(memory.getByRole('button', { name: 'Retry' })).toBeDefined();
  expect(screen.getByRole('main').textContent).toContain('mf-chat ./chat-screen');
  expect(lines).toContain('mf-workspace@1.0.0 ./memory-bar failed in phase expose: broken at load.');
});

test('pages of remotes are shown at their paths, with their title', async () => {
  await go('/auth/login');
  expect(screen.getByRole('main').textContent).toBe('mf-auth ./login');
  expect(document.title).toBe('Log in – Atrium');
});

test.each(['/', '/auth/login', '/join', '/nowhere'])('a banner is shown on every page, also at %s', async (path) => {
  await go(path);
  const id = host.alerts.show({ message: `Saved at ${path}`, type: 'info', time: 0 });
  const banners = within(screen.getByRole('region', { name: 'Notifications' }));
  expect(await banners.findByText(`Saved at ${path}`)).toBeDefined();
  host.alerts.dismiss(id);
});

test('a page whose mount hangs does not block the way to another one', async () => {
  await go('/team');
  expect(screen.getByRole('main').querySelector('[aria-busy="true"]')).not.toBeNull();
  await go('/auth/login');
  expect(screen.getByRole('main').textContent).toBe('mf-auth ./login');
});

test('the bars are side by side from 1200 px, and up to 800 px a screen is mobile', () => {
  expect(widths).toEqual(['(width >= 1200px)', '(width <= 800px)']);
});

test('any other path shows 404 - Not Found with a way home', async () => {
  await go('/nowhere/at/all');
  expect(await screen.findByRole('heading', { name: '404 - Not Found' })).toBeDefined();
  screen.getByRole('link', { name: 'Back to Atrium' }).click();
  await settle();
  expect(screen.getByRole('complementary', { name: 'Chats' })).toBeDefined();
});

test('a page of a disabled remote says what its contract says, with a way home', async () => {
  await go('/subscribe?plan=1');
  expect(await screen.findByRole('heading', { name: 'Turned off for now' })).toBeDefined();
  expect(screen.getByText('Nobody can subscribe today.')).toBeDefined();
  expect(document.title).toBe('Turned off – Atrium');
  screen.getByRole('link', { name: 'Back to Atrium' }).click();
  await settle();
  expect(screen.getByRole('complementary', { name: 'Chats' })).toBeDefined();
});

test('a dialog of a disabled remote shows a banner, and its opener continues', async () => {
  const before = lines.length;
  expect(await host.dialogs.open(settings, {})).toBeUndefined();
  expect(await screen.findByText('This part of Atrium is turned off for now. Please try again later.')).toBeDefined();
  expect([lines.length, window.location.search]).toEqual([before, '']);
});

test('the page of the ui parts has a title of its own', async () => {
  await go('/__ui');
  expect(screen.getByRole('heading', { name: 'All parts' })).toBeDefined();
  expect(document.title).toBe('Components – Atrium');
});

test('one click is one entry of the history', async () => {
  await go('/auth/login');
  const before = window.history.length;
  await go('/');
  expect(window.history.length).toBe(before + 1);
});

test('a link to a team opens its dialog, and its parameter is gone once that is closed', async () => {
  const id = 'b'.repeat(24);
  await go(`/?team=${id}`);
  expect(screen.getByRole('dialog', { name: 'Team Management' }).textContent).toContain('mf-teams ./admin');
  expect(window.location.search).toMatch(/^\?[a-z0-9]{3}=$/);
});

test('a link to a dialog that no remote supplies says so', async () => {
  await go(`/?agent=${'c'.repeat(24)}`);
  expect(screen.getByText('This part of Atrium is not available yet.')).toBeDefined();
  expect(window.location.search).toBe('');
});

test('a link with an id that is none says so at once, and the id is gone from the address', () => {
  host.navigation.navigate('/?chat=1');
  expect(window.location.search).toBe('');
  return screen.findByText('This link doesn’t lead to a chat. Check that you copied all of it.');
});

test('a user with no heardFrom is sent to /onboarding', async () => {
  user = unheard;
  await host.session.refresh();
  await go('/');
  expect(window.location.pathname).toBe('/onboarding');
  expect(screen.getByRole('main').textContent).toBe('mf-auth ./onboarding');
});

test('a free user with joinTeamId is redirected to /join', async () => {
  const { subscriptionEndDate: __, ...free } = testUser();
  user = free;
  await host.session.refresh();
  await go('/?joinTeamId=t1');
  expect(window.location.pathname + window.location.search).toBe('/join?id=t1');
});

test('a link to a team that a visitor opened is followed after the login', async () => {
  const id = 'd'.repeat(24);
  service.answer(calls.session.getUser, () => {
    throw new Failure(401, {});
  });
  await host.session.refresh();
  await go(`/?team=${id}`);
  expect(screen.queryByRole('dialog')).toBeNull();
  await go('/auth/login');
  service.answer(calls.session.getUser, () => testUser());
  await host.session.refresh();
  await go('/');
  expect(screen.getByRole('dialog', { name: 'Team Management' }).textContent).toContain('mf-teams ./admin');
});

test('a user who deletes the profile stays on this page, even if another call reports the end first', async () => {
  const answer = Promise.withResolvers<object>();
  service.answer(calls.profile.deleteUser, () => answer.promise);
  const deleting = host.client.call(calls.profile.deleteUser, {});
  const unreachable = () => {
    throw new Failure(401, 'Signed out.');
  };
  service.answer(calls.session.getUser, unreachable);
  service.answer(calls.memories.listMemories, unreachable);
  await expect(host.client.call(calls.memories.listMemories, {})).rejects.toMatchObject({ status: 401 });
  await expect.poll(() => host.session.user$.value).toBeUndefined();
  answer.resolve({});
  await deleting;
  host.alerts.show({ message: 'Goodbye :(', type: 'info', time: 5000 });
  expect(await screen.findByText('Goodbye :(')).toBeTruthy();
});
