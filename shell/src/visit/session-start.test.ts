import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as auth from '#contracts/events/auth';
import { createSession } from '@atrium/shared-kernel/session';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { Subject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { expectsUser, startSession } from './session-start.ts';

const setUp = () => {
  const host = createFakeHost();
  const session = createSession(host.client);
  const [again$, returns$] = [new Subject<void>(), new Subject<void>()];
  const { bus, alerts, online$ } = host;
  const { local } = host.storage;
  const start = () => startSession({ session, bus, alerts, local, online$, again$, returns$ });
  const fetches = () => host.service.requests.filter(({ call }) => call === 'session.getUser').length;
  return { ...host, session, again$, returns$, local, start, fetches };
};

test('the user is fetched on load, and this browser remembers for its next start that somebody was signed in', async () => {
  const { service, session, start, local } = setUp();
  service.answer(calls.session.getUser, () => testUser());
  start();
  await vi.waitFor(() => expect(session.authVersion$.value).toBe(1));
  expect(session.user$.value?.firstName).toBe('Ada');
  expect(expectsUser(local)).toBe(true);
});

test('a 401 makes a visitor, shows nothing, and clears the data of a signed-in user, but not theme and location', async () => {
  const { service, session, start, local, alertsShown } = setUp();
  local.set('session', 'user');
  local.set('theme', 'dark');
  local.set('ipInfo.country', 'ZA');
  service.answer(calls.session.getUser, () => {
    throw new Failure(401, 'No session');
  });
  start();
  await vi.waitFor(() => expect(session.authVersion$.value).toBe(1));
  expect(session.user$.value).toBeUndefined();
  expect([local.get('theme'), local.get('ipInfo.country')]).toEqual(['dark', 'ZA']);
  expect(expectsUser(local)).toBe(false);
  expect(alertsShown).toEqual([]);
});

test('a tab checks who is signed in after another tab signed somebody in or out, or when the network returns', async () => {
  const { service, session, start, local, returns$, online$, fetches } = setUp();
  service.answer(calls.session.getUser, () => testUser());
  start();
  await vi.waitFor(() => expect(session.authVersion$.value).toBe(1));
  returns$.next();
  expect(fetches()).toBe(1);
  local.set('session', 'b'.repeat(24));
  returns$.next();
  await vi.waitFor(() => expect(session.authVersion$.value).toBe(2));
  online$.next(false);
  online$.next(true);
  await vi.waitFor(() => expect(session.authVersion$.value).toBe(3));
});

test('a user who signs in or finishes onboarding is fetched again', async () => {
  const { service, session, start, bus, fetches } = setUp();
  service.answer(calls.session.getUser, () => testUser());
  start();
  bus.emit(auth.signedIn, { new: true });
  bus.emit(auth.onboarded, {});
  await vi.waitFor(() => expect(session.authVersion$.value).toBeGreaterThan(0));
  expect(fetches()).toBe(3);
});

test('without a network one message with Retry stays until an answer arrives, which is requested again', async () => {
  const { service, session, start, again$, online$, alerts, alertsShown, fetches } = setUp();
  const dismiss = vi.spyOn(alerts, 'dismiss');
  service.answer(calls.session.getUser, () => {
    throw new Unreachable();
  });
  start();
  await vi.waitFor(() => expect(alertsShown).toHaveLength(1));
  expect(alertsShown[0]).toMatchObject({ message: 'Error getting from api.', type: 'error', time: 0 });
  again$.next();
  await vi.waitFor(() => expect(fetches()).toBe(2));
  expect(dismiss).not.toHaveBeenCalled();
  service.answer(calls.session.getUser, () => testUser());
  online$.next(false);
  online$.next(true);
  await vi.waitFor(() => expect(session.user$.value).toBeDefined());
  again$.next();
  expect(fetches()).toBe(3);
  expect(alertsShown).toHaveLength(1);
  await vi.waitFor(() => expect(dismiss.mock.calls).toEqual([['1']]));
});

test('the message goes with the next answer, whoever requested it', async () => {
  const { service, session, start, bus, online$, alerts, alertsShown } = setUp();
  const dismiss = vi.spyOn(alerts, 'dismiss');
  service.answer(calls.session.getUser, () => testUser());
  start();
  await vi.waitFor(() => expect(session.authVersion$.value).toBe(1));
  service.answer(calls.session.getUser, () => {
    throw new Unreachable();
  });
  bus.emit(auth.signedIn, { new: true });
  await vi.waitFor(() => expect(alertsShown).toHaveLength(1));
  expect(dismiss).not.toHaveBeenCalled();
  service.answer(calls.session.getUser, () => testUser());
  online$.next(false);
  online$.next(true);
  await vi.waitFor(() => expect(dismiss.mock.calls).toEqual([['1']]));
});

test('Retry requests at once, and shows the failure again if it persists', async () => {
  const { service, session, start, alertsShown, fetches } = setUp();
  service.answer(calls.session.getUser, () => {
    throw new Failure(503, 'Away for a moment.');
  });
  start();
  await vi.waitFor(() => expect(alertsShown).toHaveLength(1));
  expect(alertsShown[0]?.action?.label).toBe('Retry');
  alertsShown[0]?.action?.onSelect();
  await vi.waitFor(() =>
    expect(alertsShown.map(({ message }) => message)).toEqual(Array(2).fill('Away for a moment.')),
  );
  service.answer(calls.session.getUser, () => testUser());
  alertsShown[1]?.action?.onSelect();
  await vi.waitFor(() => expect(session.user$.value).toBeDefined());
  expect([fetches(), alertsShown.length]).toEqual([3, 2]);
});

test('this browser stores the permissions of its user, by which the next page is painted', async () => {
  const { service, session, start, local } = setUp();
  const soon = new Date(Date.now() + 60_000).toISOString();
  service.answer(calls.session.getUser, () => testUser({ subscriptionEndDate: soon }));
  start();
  await vi.waitFor(() => expect(local.get('access')).toBe('premium'));
  // The plan ends while the page is open.
  session.patch({ subscriptionEndDate: '2020-01-01T00:00:00.000Z' });
  expect(local.get('access')).toBe('free');
  // Somebody logs out.
  service.answer(calls.session.getUser, () => {
    throw new Failure(401, 'No session');
  });
  await session.refresh();
  expect(local.get('access')).toBe('visitor');
  // Somebody else logs in.
  service.answer(calls.session.getUser, () => testUser({ subscriptionEndDate: soon }));
  await session.refresh();
  expect(local.get('access')).toBe('premium');
});
