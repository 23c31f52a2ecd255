import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { expect, test, vi } from 'vitest';
import { createAlerts } from '../alerts/alerts.model.ts';
import { switchUser } from './switch-user.ts';
import { createIntents } from '../router/intents.ts';
import { createStorage } from './storage.ts';

const chat = `?chat=${'c'.repeat(24)}`;
const [ada, bea] = [testUser(), testUser({ _id: 'b'.repeat(24), firstName: 'Bea', lastName: 'Ito' })];

test.each([
  ['another user starts afresh', bea, ada, 'You’re now signed in as Bea Ito.', ['/']],
  [
    'who signs in elsewhere stays at the address of the visitor',
    bea,
    undefined,
    'You’re now signed in as Bea Ito.',
    [],
  ],
  ['another user with one name starts afresh', { ...bea, lastName: '' }, ada, 'You’re now signed in as Bea.', ['/']],
  ['who was signed out elsewhere stays at the address', undefined, ada, 'You’re signed out.', []],
] as const)(
  '%s, is notified, and reads nothing that was meant for the previous one',
  (_what, user, was, message, to) => {
    class Leaving extends Event {}
    vi.stubGlobal('BeforeUnloadEvent', Leaving);
    sessionStorage.clear();
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { once: true });
    const alerts = createAlerts(createStorage().session, () => crypto.randomUUID());
    alerts.show({
      message: '“Plans” was deleted.',
      type: 'info',
      time: 0,
      action: { label: 'Undo', onSelect: vi.fn() },
    });
    const [replaced, reload] = [[] as string[], vi.fn<() => void>()];
    const { session } = createStorage();
    const replace = (url: string | URL) => void replaced.push(String(url));
    switchUser(user, was, alerts, session, { pathname: '/', search: chat, replace, reload });
    expect([replaced, reload.mock.calls.length]).toEqual([to, 1 - to.length]);
    expect(createIntents(session).consume(ada._id)).toBe(user ? undefined : chat);
    // A remote asks before a recording is lost, but the page is empty already.
    const leaving = new Leaving('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(false);
    // The next page shows what is stored.
    const next = createAlerts(createStorage().session, () => crypto.randomUUID());
    expect(next.alerts$.value.map((alert) => alert.message)).toEqual([message]);
  },
);
