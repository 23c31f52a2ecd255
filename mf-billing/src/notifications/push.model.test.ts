import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createScope } from '@atrium/shared-kernel/remote';
import { createFakeHost, type FakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { describe, expect, test, vi } from 'vitest';
import type { BrowserPush } from '@atrium/shared-kernel/push/browser-push';
import { createPush } from './push.model.ts';

const ada = 'a'.repeat(24);

interface Browser {
  supported?: boolean;
  permission?: NotificationPermission;
  answer?: NotificationPermission;
  broken?: boolean;
}

const setUp = ({
  host = createFakeHost(),
  prepare = () => {},
  userId = ada,
  available = true,
  ...browser
}: Browser & { userId?: string; available?: boolean; host?: FakeHost; prepare?: (host: FakeHost) => void } = {}) => {
  const { supported = true, permission = 'default', answer = 'granted', broken = false } = browser;
  const done: string[] = [];
  const push: BrowserPush = {
    supported,
    permission: () => permission,
    requestPermission: async () => answer,
    async subscribe(key) {
      if (broken) throw new Error('No push service.');
      done.push(`subscribe ${key}`);
      return { endpoint: 'https://push.test/1', p256dh: 'key', auth: 'secret' };
    },
    unsubscribe: async () => void done.push('unsubscribe'),
  };
  host.service.answer(calls.push.publicPushKey, () => ({ key: 'BPublic' }));
  host.service.answer(calls.push.registerBrowser, () => ({ fcmToken: 'token' }));
  host.service.answer(calls.push.fcmSubscribe, () => ({}));
  host.service.answer(calls.push.fcmUnsubscribe, () => ({}));
  prepare(host);
  const states: string[] = [];
  const model = createPush({ ...host, scope: createScope(), push, userId, available });
  model.state$.subscribe((state) => states.push(state));
  const settled = () => vi.waitFor(() => expect(model.state$.value).not.toBe('loading'));
  const messages = () => host.alertsShown.map(({ message }) => message);
  const requested = () => host.service.requests.map(({ call }) => call).filter((call) => call !== 'push.publicPushKey');
  return { host, model, states, settled, done, messages, requested };
};
const refuse = (status: number, msg: string) => () => {
  throw new Failure(status, { msg });
};

describe('push notifications', () => {
  test('are loading, then off, and on after the user has agreed', async () => {
    const { host, model, states, settled, done } = setUp();
    await settled();
    await model.turnOn();
    expect(states).toEqual(['loading', 'off', 'loading', 'on']);
    expect(done).toEqual(['subscribe BPublic']);
    expect(host.service.requests.slice(-2)).toEqual([
      { call: 'push.registerBrowser', input: { endpoint: 'https://push.test/1', p256dh: 'key', auth: 'secret' } },
      { call: 'push.fcmSubscribe', input: { fcmToken: 'token' } },
    ]);
    expect([host.storage.local.get(`push.${ada}.state`), host.storage.session.get(`push.${ada}.state`)]).toEqual([
      'on',
      'on',
    ]);
  });

  test('stay off if the user does not agree', async () => {
    const { model, settled, messages, done } = setUp({ answer: 'denied' });
    await settled();
    await model.turnOn();
    expect([model.state$.value, messages(), done]).toEqual(['off', ['Notifications permission denied.'], []]);
  });

  test.each([
    ['the browser', { broken: true }],
    ['Firebase', { prepare: (host: FakeHost) => host.service.answer(calls.push.registerBrowser, refuse(502, '')) }],
  ])('stay off if %s does not accept the subscription', async (_who, fault) => {
    const { model, settled, messages } = setUp(fault);
    await settled();
    await model.turnOn();
    expect([model.state$.value, messages()]).toEqual(['off', ['Failed to subscribe, please try again.']]);
  });

  test('stay turned off: nothing subscribes this browser again automatically', async () => {
    const { host, model, settled, done } = setUp({ permission: 'granted' });
    await settled();
    expect(model.state$.value).toBe('on');
    await model.turnOff();
    expect(done).toEqual(['subscribe BPublic', 'unsubscribe']);
    expect(host.service.requests.at(-1)).toEqual({ call: 'push.fcmUnsubscribe', input: { fcmToken: 'token' } });
    expect(host.storage.local.get(`push.${ada}.unsubscribed`)).toBe('true');
    const again = setUp({ host, permission: 'granted' });
    await again.settled();
    expect([again.model.state$.value, again.done]).toEqual(['off', []]);
    await again.model.turnOn();
    expect([again.model.state$.value, host.storage.local.get(`push.${ada}.unsubscribed`)]).toEqual(['on', 'false']);
  });

  test('are subscribed to again automatically if allowed, once per visit', async () => {
    const { host, model, settled, requested } = setUp({ permission: 'granted' });
    await settled();
    expect([model.state$.value, requested()]).toEqual(['on', ['push.registerBrowser', 'push.fcmSubscribe']]);
    const second = setUp({ host, permission: 'granted' });
    await second.settled();
    expect([second.model.state$.value, second.done]).toEqual(['on', []]);
    host.storage.session.remove(`push.${ada}.state`);
    const nextVisit = setUp({ host, permission: 'granted' });
    await nextVisit.settled();
    expect([nextVisit.model.state$.value, nextVisit.done]).toEqual(['on', ['subscribe BPublic']]);
  });

  test('of one user are separate from another’s in the same browser', async () => {
    const first = setUp({ permission: 'granted' });
    await first.settled();
    const { host } = first;
    const other = setUp({ host, permission: 'granted', userId: 'b'.repeat(24) });
    await other.settled();
    expect([other.model.state$.value, other.done]).toEqual(['on', ['subscribe BPublic']]);
    await other.model.turnOff();
    const again = setUp({ host, permission: 'granted' });
    await again.settled();
    // The browser was the other user's meanwhile.
    expect([again.model.state$.value, again.done]).toEqual(['on', ['subscribe BPublic']]);
  });

  test('that were on before the browser stored their user are subscribed again; others stay off', async () => {
    const on = setUp({
      permission: 'granted',
      prepare: ({ storage: { local, session } }) => {
        for (const area of [local, session]) area.set('push.state', 'on');
        local.set('push.token', 'of somebody');
      },
    });
    await on.settled();
    expect([on.model.state$.value, on.done]).toEqual(['on', ['subscribe BPublic']]);
    expect(on.host.storage.local.get('push.token')).toBeUndefined();
    const off = setUp({
      permission: 'granted',
      prepare: ({ storage }) => storage.local.set('push.unsubscribed', 'true'),
    });
    await off.settled();
    expect([off.model.state$.value, off.done]).toEqual(['off', []]);
  });

  test('show no error for something that the user did not request', async () => {
    const { model, settled, messages } = setUp({ permission: 'granted', broken: true });
    await settled();
    expect([model.state$.value, messages(), model.missing$.value]).toEqual(['off', [], undefined]);
  });

  test('are not requested if they are known not to be set up', async () => {
    const { host, model, settled } = setUp({ available: false, permission: 'granted' });
    await settled();
    const words = 'Notifications are not set up on this installation.';
    expect([model.state$.value, model.missing$.value, host.service.requests]).toEqual(['off', words, []]);
  });

  test('say if the service or the browser does not support them', async () => {
    const words = 'Notifications are not set up on this installation.';
    const prepare = ({ service }: FakeHost) =>
      service.answer(calls.push.publicPushKey, () => {
        throw failureOf('push-not-set-up');
      });
    const off = setUp({ prepare });
    await off.settled();
    expect([off.model.state$.value, off.model.missing$.value, off.messages()]).toEqual(['off', words, []]);
    const old = setUp({ supported: false });
    await old.settled();
    expect(old.model.missing$.value).toBe('This browser can’t show notifications.');
    expect(old.host.service.requests).toEqual([]);
  });

  test('stay on if the service refuses to turn them off', async () => {
    const { model, settled, messages } = setUp({
      permission: 'granted',
      prepare: (host) => host.service.answer(calls.push.fcmUnsubscribe, refuse(500, '')),
    });
    await settled();
    await model.turnOff();
    expect([model.state$.value, messages()]).toEqual(['on', ['Failed to unsubscribe, please try again.']]);
  });
});
