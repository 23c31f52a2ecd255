import { describe, expect, test } from 'vitest';
import * as calls from '../contracts/calls.ts';
import { createClient } from '../client/client.ts';
import type { User } from '../contracts/entities/user.ts';
import { testUser } from '../testing/fake-host.ts';
import { createFakeService, Failure, Unreachable } from '../testing/fake-service.ts';
import { createSession, isActive } from './session.ts';

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

  test('the first answer counts, although the user was requested again before it arrived', async () => {
    const { service, session } = setUp();
    const slow = Promise.withResolvers<User>();
    service.answer(calls.session.getUser, () => slow.promise);
    const first = session.refresh();
    service.answer(calls.session.getUser, () => new Promise<never>(() => {}));
    void session.refresh();
    slow.resolve(testUser());
    expect(await first).toMatchObject({ firstName: 'Ada' });
    expect(session.authVersion$.value).toBe(1);
  });

  test('what changed while the user is being fetched is fetched after that, once', async () => {
    const { service, session } = setUp();
    const slow = Promise.withResolvers<User>();
    service.answer(calls.session.getUser, () => slow.promise);
    const first = session.refresh();
    service.answer(calls.session.getUser, () => testUser({ firstName: 'Augusta' }));
    session.recheck(true);
    session.recheck(true);
    session.recheck();
    slow.resolve(testUser());
    await first;
    await expect.poll(() => session.user$.value?.firstName).toBe('Augusta');
    expect(service.requests).toHaveLength(2);
  });

  describe('a change that is being saved', () => {
    const setUpSaving = async () => {
      const { service, session } = setUp();
      const fetched = (user: User | Promise<User>) => service.answer(calls.session.getUser, () => user);
      fetched(testUser({ theme: 'light' }));
      await session.refresh();
      const saving = Promise.withResolvers<void>();
      session.patch({ theme: 'dark' }, saving.promise);
      const theme = () => session.user$.value?.theme;
      expect(theme()).toBe('dark');
      return { session, saving, fetched, theme };
    };

    test('is not undone by what the service has before it, and the rest of the user is taken', async () => {
      const { session, saving, fetched, theme } = await setUpSaving();
      fetched(testUser({ theme: 'light', firstName: 'Augusta' }));
      expect(await session.refresh()).toMatchObject({ theme: 'dark', firstName: 'Augusta' });
      session.patch({ theme: 'light' }, new Promise(() => {}));
      await session.refresh();
      expect(theme()).toBe('light');
      saving.resolve();
    });

    test('is not undone by a fetch that was sent before it was saved, but by the next one', async () => {
      const { session, saving, fetched, theme } = await setUpSaving();
      const slow = Promise.withResolvers<User>();
      fetched(slow.promise);
      const fetch = session.refresh();
      saving.resolve();
      await saving.promise;
      slow.resolve(testUser({ theme: 'light' }));
      await fetch;
      expect(theme()).toBe('dark');
      // By now somebody has chosen another one elsewhere.
      fetched(testUser({ theme: 'light' }));
      await session.refresh();
      expect(theme()).toBe('light');
    });

    test('is gone with the next fetch if it could not be saved', async () => {
      const { session, saving, fetched, theme } = await setUpSaving();
      const slow = Promise.withResolvers<User>();
      fetched(slow.promise);
      const fetch = session.refresh();
      saving.reject(new Failure(500, 'Not saved.'));
      await expect(saving.promise).rejects.toThrow(Failure);
      slow.resolve(testUser({ theme: 'light' }));
      await fetch;
      expect(theme()).toBe('light');
    });
  });

  describe('of a page that belongs to one user', () => {
    const setUpPage = async (first: User | undefined) => {
      const { service, client } = setUp();
      const others: (string | undefined)[] = [];
      const session = createSession(client, (user) => others.push(user?.firstName));
      const signedIn = (user: User | undefined) =>
        service.answer(calls.session.getUser, () => {
          if (!user) throw new Failure(401, 'Signed out.');
          return user;
        });
      signedIn(first);
      expect(session.person()).toBeUndefined();
      await session.refresh();
      return { session, others, signedIn };
    };
    const [ada, bea] = [testUser(), testUser({ _id: 'b'.repeat(24), firstName: 'Bea' })];

    test.each([
      ['another user', ada, bea, 'Bea'],
      ['nobody any more', ada, undefined, undefined],
      ['somebody on a visitor’s page', undefined, bea, 'Bea'],
    ])('it is never given another user who is signed in: %s', async (_what, first, then, name) => {
      const { session, others, signedIn } = await setUpPage(first);
      signedIn(then);
      session.recheck();
      await expect.poll(() => others).toEqual([name]);
      expect([session.user$.value, session.authVersion$.value]).toEqual([first, 1]);
      expect(session.person()).toBe(first?._id ?? 'none');
    });

    test('a user who signs out, in again, or up on it stays on it', async () => {
      const { session, others, signedIn } = await setUpPage(undefined);
      for (const user of [ada, undefined, ada]) {
        signedIn(user);
        await session.refresh();
        expect([session.user$.value, session.person()]).toEqual([user, user?._id ?? 'none']);
      }
      expect(others).toEqual([]);
    });

    test('a user who signs out on it stays on it, even if the stream of changes reports it first', async () => {
      const { session, others, signedIn } = await setUpPage(ada);
      const call = Promise.withResolvers<void>();
      session.leave(call.promise);
      session.recheck();
      await expect.poll(() => session.authVersion$.value).toBe(2);
      signedIn(undefined);
      session.recheck();
      await expect.poll(() => session.person()).toBe('none');
      call.resolve();
      await session.refresh();
      expect(others).toEqual([]);
    });

    test('after a failed sign-out, a user who is signed out elsewhere gets a new page', async () => {
      const { session, others, signedIn } = await setUpPage(ada);
      session.leave(Promise.reject(new Error('refused')));
      await Promise.resolve();
      signedIn(undefined);
      session.recheck();
      await expect.poll(() => others).toEqual([undefined]);
    });

    test('a user who signed in again after signing out, and is signed out elsewhere, gets a new page', async () => {
      const { session, others, signedIn } = await setUpPage(ada);
      session.leave(Promise.resolve());
      for (const user of [undefined, ada]) {
        signedIn(user);
        await session.refresh();
      }
      signedIn(undefined);
      session.recheck();
      await expect.poll(() => others).toEqual([undefined]);
    });

    test('a user who signs in on it after another one gets a new page', async () => {
      const { session, others, signedIn } = await setUpPage(ada);
      signedIn(undefined);
      await session.refresh();
      signedIn(bea);
      void session.refresh();
      await expect.poll(() => others).toEqual(['Bea']);
      expect(session.person()).toBe('none');
    });
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
