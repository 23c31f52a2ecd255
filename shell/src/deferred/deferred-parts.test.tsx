import { busyChanged } from '#contracts/events/chat';
import * as workspace from '#contracts/events/workspace';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import type { OwnedSession } from '@atrium/shared-kernel/session';
import type { Client } from '@atrium/shared-kernel/remote';
import { upload } from '@atrium/shared-kernel/upload';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BehaviorSubject, NEVER } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FailurePanel } from '../composition/failure-panel.tsx';
import type { OpenModal } from '../modals/modals.model.ts';
import { createFailureReports } from '../remotes/failure.ts';
import { createNavigation, openMemoryHistory } from '../router/navigation.ts';
import { releaseSet } from '../testing/release.ts';
import { loadDeferredParts } from '../start-shell.tsx';
import { startDeferredParts } from './deferred-parts.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createParts = (newest: string, reports = createFailureReports(() => {}), path = '/') => {
  const call = vi.fn<Client['call']>().mockResolvedValue({});
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: newest })));
  const client = { call } as Partial<Client> as Client;
  const { alerts, alertsShown, attribution, bus, dialogs, layout, online$, outbox$, session, storage } =
    createFakeHost();
  const leave = { assign: () => undefined, open: () => true };
  const navigation = createNavigation(openMemoryHistory(path), 'http://atrium.test', leave);
  const modals = { stack$: new BehaviorSubject<readonly OpenModal[]>([]) };
  const parts = {
    network: { send: () => Promise.resolve(Response.json({})) },
    host: { alerts, attribution, bus, client, dialogs, layout, online$, session, storage },
    early: { direct: client, outbox$, answers: [], unanswered$: NEVER, handOver: () => undefined },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fake host has the session that the shell owns
    session: session as unknown as OwnedSession,
    navigation,
    modals,
    reports,
    onTitle: () => undefined,
    set: releaseSet(),
    errors$: NEVER,
  };
  return { parts, call, bus, modals, online$, navigation, alertsShown };
};
const start = (...given: Parameters<typeof createParts>) => {
  const { parts, ...used } = createParts(...given);
  render(<>{startDeferredParts({ ...parts, earlyLeave: NEVER.subscribe() })}</>);
  return used;
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test.each([
  ['set-1', false],
  ['set-2', true],
])('a minute later the environment serves %s: a newer version is offered: %s', async (newest, expected) => {
  start(newest);
  await pass(60_000);
  expect(screen.queryByText('A new version of Atrium is ready.') !== null).toBe(expected);
});

const offered = () => screen.queryByText('A new version of Atrium is ready.') !== null;

test('a newer version is offered once neither a reply, a draft, a change of many chats, a dialog nor an upload would be interrupted', async () => {
  const { bus, modals } = start('set-2');
  bus.emit(busyChanged, { streaming: true, draft: false });
  await pass(60_000);
  expect(offered()).toBe(false);
  act(() => bus.emit(busyChanged, { streaming: false, draft: true }));
  expect(offered()).toBe(false);
  act(() =>
    modals.stack$.next([
      { key: 'a', kind: 'confirm', title: 'Delete?', size: 'small', props: { title: 'Delete?', message: '' } },
    ]),
  );
  act(() => bus.emit(workspace.busyChanged, { busy: true }));
  act(() => bus.emit(busyChanged, { streaming: false, draft: false }));
  expect(offered()).toBe(false);
  const request = Object.assign(new EventTarget(), {
    upload: new EventTarget(),
    open: () => undefined,
    setRequestHeader: () => undefined,
    send: () => undefined,
  });
  vi.stubGlobal('XMLHttpRequest', function XMLHttpRequest() {
    return request;
  });
  upload('/objects/1', new Blob(['tea'])).catch(() => undefined);
  act(() => modals.stack$.next([]));
  expect(offered()).toBe(false);
  act(() => void request.dispatchEvent(new Event('loadend')));
  expect(offered()).toBe(false);
  act(() => bus.emit(workspace.busyChanged, { busy: false }));
  expect(offered()).toBe(true);
  vi.unstubAllGlobals();
});

test('a browser without cookies, which a canary draws anew for each request, is offered nothing', async () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  start('set-2');
  await pass(120_000);
  expect(offered()).toBe(false);
});

test('an unused invitation to a team is reported and removed from the address', () => {
  const { navigation, alertsShown } = start('set-1', undefined, `/?joinTeamId=${'a'.repeat(24)}`);
  expect(navigation.location$.value.search).toBe('');
  expect(alertsShown.map(({ message }) => message)).toEqual([expect.stringContaining('You already have a plan')]);
});

test.each(['/', '/team'])('notifications are renewed on whatever page the visit starts: %s', async (path) => {
  vi.stubGlobal('PushManager', Object);
  vi.stubGlobal('Notification', { permission: 'granted' });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
  const { call } = start('set-1', undefined, path);
  await pass(0);
  expect(call.mock.calls.map(([{ name }]) => name)).toContain('push.publicPushKey');
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
});

test('modules that loaded before it started are reported as well', async () => {
  const reports = createFailureReports(() => {});
  reports.loaded({ remote: 'mf-chat', version: '1.0.0', ms: 12 });
  const { call } = start('set-1', reports);
  await pass(5000);
  expect(call.mock.calls.map(([, input]) => input)).toEqual([
    { reports: [{ remote: 'mf-chat', version: '1.0.0', kind: 'loaded', ms: 12 }] },
  ]);
});

test('if the measuring code fails, everything else is reported', async () => {
  vi.doMock('../health/vitals.ts', () => {
    throw new Error('not in this browser');
  });
  const reports = createFailureReports(() => {});
  reports.loaded({ remote: 'mf-chat', version: '1.0.0', ms: 12 });
  const { call } = start('set-1', reports);
  await pass(5000);
  expect(call).toHaveBeenCalledTimes(1);
  vi.doUnmock('../health/vitals.ts');
});

test('a note is shown while there is no network', () => {
  const { online$ } = start('set-1');
  expect(screen.queryByText('You’re offline')).toBeNull();
  act(() => online$.next(false));
  expect(screen.getByText('You’re offline').closest('[data-shown]')?.getAttribute('data-shown')).toBe('true');
  act(() => online$.next(true));
  expect(screen.queryByText('You’re offline')).toBeNull();
});

test('what failed is tried again by itself when the network is back, for as long as it is shown', () => {
  const retry = vi.fn<() => void>();
  const { online$ } = start('set-1');
  const { unmount } = render(<FailureState title="Failed to get chats." onRetry={retry} />);
  const back = () => {
    act(() => online$.next(false));
    act(() => online$.next(true));
  };
  back();
  expect(retry).toHaveBeenCalledTimes(1);
  unmount();
  back();
  expect(retry).toHaveBeenCalledTimes(1);
});

test.each([
  ['entry', 1],
  ['expose', 1],
  // The code of a part that it shows may not have loaded.
  ['render', 1],
  // It may have hung the page, and runs again only if somebody wants it to.
  ['mount', 0],
] as const)('a module that failed in phase %s is tried again by itself this many times: %i', (phase, times) => {
  const retry = vi.fn<() => void>();
  const { online$ } = start('set-1');
  render(<FailurePanel remote="mf-chat" version="1.0.0" module="chat-screen" phase={phase} onRetry={retry} />);
  act(() => online$.next(false));
  act(() => online$.next(true));
  expect(retry).toHaveBeenCalledTimes(times);
});

test.each([
  ['is shown to the extension of Module Federation', [{ name: 'mf-devtool-getModuleInfo-plugin' }], ['shell']],
  ['is nobody’s without it', [], []],
])('what is composed %s', async (_, plugins, parts) => {
  const federation = { __GLOBAL_PLUGIN__: plugins, moduleInfo: {} };
  vi.stubGlobal('__FEDERATION__', federation);
  start('set-1');
  await pass(100);
  await vi.dynamicImportSettled();
  expect(Object.keys(federation.moduleInfo)).toEqual(parts);
  vi.unstubAllGlobals();
});

test('code that did not load in the first seconds starts as soon as it loads, and until then calls are only sent', async () => {
  let network = false;
  const load = vi.fn<() => Promise<{ startDeferredParts: typeof startDeferredParts }>>(() =>
    network ? Promise.resolve({ startDeferredParts }) : Promise.reject(new Error('Loading chunk failed.')),
  );
  const { parts } = createParts('set-1');
  const handOver = vi.spyOn(parts.early, 'handOver');
  let notices: ReactNode = null;
  const onStarted = (started: ReactNode) => {
    notices = started;
  };
  const lines: string[] = [];
  loadDeferredParts(onStarted, parts, (line) => lines.push(line), load);
  await pass(5000 + 2000);
  expect([lines.length, handOver.mock.calls.length, notices]).toEqual([1, 1, null]);
  await pass(60_000);
  network = true;
  await pass(10_000);
  expect([lines.length, handOver.mock.calls.length]).toEqual([1, 2]);
  render(<>{notices}</>);
  act(() => parts.host.online$.next(false));
  expect(screen.getByText('You’re offline')).toBeDefined();
  const loads = load.mock.calls.length;
  await pass(60_000);
  expect(load).toHaveBeenCalledTimes(loads);
});
