import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { BrowserPush } from '@atrium/shared-kernel/push/browser-push';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { expect, test, vi } from 'vitest';
import { renewSubscription } from './renew-subscription.ts';

const start = ({ permission = 'granted', host = createFakeHost(), supported = true } = {}) => {
  const subscribe = vi.fn<BrowserPush['subscribe']>(() =>
    Promise.resolve({ endpoint: 'https://push.test/1', p256dh: 'key', auth: 'secret' }),
  );
  const push: BrowserPush = {
    supported,
    permission: () => permission as NotificationPermission,
    requestPermission: () => Promise.reject(new Error('Nobody is asked at the start.')),
    subscribe,
    unsubscribe: () => Promise.resolve(),
  };
  host.service.answer(calls.push.publicPushKey, () => ({ key: 'BPublic' }));
  host.service.answer(calls.push.registerBrowser, () => ({ fcmToken: 'token' }));
  host.service.answer(calls.push.fcmSubscribe, () => ({}));
  renewSubscription(host, push);
  const requests = () => host.service.requests.map(({ call }) => call);
  return { host, push, subscribe, requests };
};
const all = ['push.publicPushKey', 'push.registerBrowser', 'push.fcmSubscribe'];
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a subscription is renewed at the start of a visit, once, without the settings being opened', async () => {
  const { host, push, requests } = start();
  await vi.waitFor(() => expect(requests()).toEqual(all));
  await vi.waitFor(() => expect(host.storage.session.get(`push.${testUser()._id}.state`)).toBe('on'));
  host.session.user$.next(testUser({ firstName: 'Augusta' }));
  renewSubscription(host, push);
  await settle();
  expect(requests()).toEqual(all);
});

test('a user who signs in later is subscribed then, a visitor never', async () => {
  const { host, requests } = start({ host: createFakeHost({ user: null }) });
  await settle();
  expect(requests()).toEqual([]);
  host.session.user$.next(testUser());
  await vi.waitFor(() => expect(requests()).toEqual(all));
});

test('a subscription is renewed after its user was signed out, wherever that happened and however they log in', async () => {
  const { host, requests } = start();
  await vi.waitFor(() => expect(host.storage.session.get(`push.${testUser()._id}.state`)).toBe('on'));
  host.session.user$.next(undefined);
  host.session.user$.next(testUser());
  await vi.waitFor(() => expect(requests()).toEqual([...all, ...all]));
  await settle();

  // The page is loaded as a visitor's, and again after the sign-in at a provider.
  host.session.user$.next(undefined);
  const loaded = start({ host: { ...createFakeHost(), storage: host.storage } });
  await vi.waitFor(() => expect(loaded.requests()).toEqual(all));
});

test('a subscription is not renewed by a page that does not know yet who is signed in', async () => {
  const first = start();
  await vi.waitFor(() => expect(first.host.storage.session.get(`push.${testUser()._id}.state`)).toBe('on'));
  const host = { ...createFakeHost({ user: null }), storage: first.host.storage };
  host.session.authVersion$.next(0);
  const { requests } = start({ host });
  host.session.user$.next(testUser());
  host.session.authVersion$.next(1);
  await settle();
  expect(requests()).toEqual([]);
});

test.each([
  ['who has not allowed notifications', { permission: 'default' }],
  ['whose browser knows none', { supported: false }],
])('nothing is requested for somebody %s', async (_, browser) => {
  const { requests } = start(browser);
  await settle();
  expect(requests()).toEqual([]);
});

test('no key is asked for where the installation has no notifications', async () => {
  const { host, requests } = start({ host: createFakeHost({ user: testUser({ pushNotifications: false }) }) });
  await settle();
  expect(requests()).toEqual([]);
  host.session.user$.next(testUser());
  await vi.waitFor(() => expect(requests()).toEqual(all));
});

test('who turned notifications off stays without, and a service that has none is left alone until the next visit', async () => {
  const off = createFakeHost();
  off.storage.local.set(`push.${testUser()._id}.unsubscribed`, 'true');
  const { requests } = start({ host: off });
  await settle();
  expect(requests()).toEqual([]);

  const { host, push, subscribe } = start({ host: createFakeHost({ user: null }) });
  host.service.answer(calls.push.publicPushKey, () => {
    throw failureOf('push-not-set-up');
  });
  host.session.user$.next(testUser());
  await settle();
  expect([subscribe.mock.calls, host.alertsShown, push.permission()]).toEqual([[], [], 'granted']);
});
