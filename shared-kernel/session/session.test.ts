import { describe, expect, test } from 'vitest';
import * as calls from '../contracts/calls.ts';
import { createClient } from '../client/client.ts';
import { testUser } from '../testing/fake-host.ts';
import { createFakeService, Failure, Unreachable } from '../testing/fake-service.ts';
import { createSession } from './session.ts';
import { isActive } from './subscription.ts';

const setUp = () => {
  const service = createFakeService();
  const client = createClient({
    baseUrl: '/api',
    fetch: service.fetch,
    onUnauthorized: () => session.recheck(),
    onBadAnswer: (call) => expect.unreachable(call),
  });
  const session = createSession(client);
  return { service, client, session };
};

describe('session', () => {
  test('a successful fetch sets the user and increments authVersion', async () => {
    const { service, session } = setUp();
    service.answer(calls.session.getUser, () => testUser());
    await session.refresh();
    expect(session.user$.value?.firstName).toBe('Ada');
    expect(session.authVersion$.value).toBe(1);
  });

  test('a 401 of the user fetch clears the stored user and increments authVersion', async () => {
    const { service, session } = setUp();
    service.answer(calls.session.getUser, () => testUser());
    await session.refresh();
    service.answer(calls.session.getUser, () => {
      throw new Failure(401, 'Signed out.');
    });
    expect(await session.refresh()).toBeUndefined();
    expect(session.user$.value).toBeUndefined();
    expect(session.authVersion$.value).toBe(2);
  });

  test('a 401 of any other request fetches the user again', async () => {
    const { service, client, session } = setUp();
    service.answer(calls.memories.listMemories, () => {
      throw new Failure(401, 'Signed out.');
    });
    service.answer(calls.session.getUser, () => testUser());
    await expect(client.call(calls.memories.listMemories, {})).rejects.toMatchObject({ status: 401 });
    await expect.poll(() => session.authVersion$.value).toBe(1);
    expect(session.user$.value?.firstName).toBe('Ada');
  });

  test('a fetch that could not be answered keeps the stored user', async () => {
    const { service, session } = setUp();
    service.answer(calls.session.getUser, () => testUser());
    await session.refresh();
    service.answer(calls.session.getUser, () => {
      throw new Unreachable();
    });
    await expect(session.refresh()).rejects.toMatchObject({ status: 0 });
    expect(session.user$.value?.firstName).toBe('Ada');
    expect(session.authVersion$.value).toBe(1);
  });

  test('a late answer from before the login does not sign the user out', async () => {
    const { service, session } = setUp();
    const slow = Promise.withResolvers<never>();
    service.answer(calls.session.getUser, () => slow.promise);
    const first = session.refresh();
    service.answer(calls.session.getUser, () => testUser());
    await session.refresh();
    slow.reject(new Failure(401, 'Signed out.'));
    await first;
    expect(session.user$.value?.firstName).toBe('Ada');
  });
});

describe('subscription', () => {
  const end = '2026-03-01T12:00:00.000Z';
  const dayAfter = Date.parse(end) + 24 * 60 * 60 * 1000;

  test('is active until 24 hours after its end date, to the millisecond', () => {
    expect(isActive(end, dayAfter - 1)).toBe(true);
    expect(isActive(end, dayAfter)).toBe(false);
  });

  test('is not active without an end date', () => {
    expect(isActive(undefined)).toBe(false);
  });
});
