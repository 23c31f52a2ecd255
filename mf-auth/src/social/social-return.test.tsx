import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { createFakeHost, type FakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { AppleReturn, AzureReturn, GoogleReturn } from './social-return.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

const appleUser = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' } });
const pages = {
  google: { Page: GoogleReturn, query: '?credential=token', input: { token: 'token' } },
  apple: {
    Page: AppleReturn,
    query: `?${new URLSearchParams({ code: 'c', user: appleUser })}`,
    input: { code: 'c', appleUser },
  },
  azure: {
    Page: AzureReturn,
    query: '?code=c&client_info=i&session_state=s',
    input: { code: 'c', clientInfo: 'i', sessionState: 's' },
  },
} as const;
type Name = keyof typeof pages;
const names = Object.keys(pages) as Name[];
const failed = 'Failed to log you in. Please try again.';
const texts = { google: 'Error trying to login with Google, please try again.', apple: failed, azure: failed };

type Answer = { user: { new: boolean }; connected?: boolean };
interface Options {
  readonly query?: string;
  readonly answer?: () => Answer | Promise<Answer>;
  readonly cookies?: Record<string, string>;
  readonly user?: User;
  /** The user cannot be fetched. */
  readonly unloaded?: boolean;
}
const accepted = () => ({ user: { new: false } });
const setUp = (name: Name, { query, answer = accepted, cookies = {}, user, unloaded }: Options = {}) => {
  const { Page, query: own } = pages[name];
  const host = createFakeHost({ user: user ?? null, path: `/auth/${name}${query ?? own}` });
  host.service.answer(calls.auth[name], answer);
  host.service.answer(calls.session.getUser, () => {
    if (unloaded) throw new Failure(503, {});
    return testUser();
  });
  for (const [key, value] of Object.entries(cookies)) host.storage.cookies.set(key, value);
  const page = renderRemote(
    contract,
    <StrictMode>
      <Page />
    </StrictMode>,
    { host },
  );
  return { ...page, host };
};
const address = ({ navigation }: FakeHost) => navigation.location$.value.pathname + navigation.location$.value.search;
const later = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const sentTo = (host: FakeHost, name: Name) => host.service.requests.filter(({ call }) => call === `auth.${name}`);

describe.each(names)('the return from %s', (name) => {
  test('submits the response once, emits the event and opens the main screen', async () => {
    const { host } = setUp(name);
    await waitFor(() => expect(address(host)).toBe('/'));
    expect(sentTo(host, name)).toEqual([{ call: `auth.${name}`, input: pages[name].input }]);
    expect(host.session.user$.value?.email).toBe('ada@atrium.test');
    expect(host.eventsSeen).toEqual([{ event: 'auth.signedIn', payload: { new: false } }]);
  });

  test('removes the response from the address at once, and shows progress', async () => {
    const { host } = setUp(name, { answer: () => new Promise(() => undefined) });
    expect(address(host)).toBe(`/auth/${name}`);
    expect(screen.getByRole('heading', { name: /^Logging in with / })).toBeTruthy();
    expect(screen.getByRole('status')).toBeTruthy();
  });

  test('shows the failure message of the specification, and opens the login after 3 seconds', async () => {
    const { host } = setUp(name, {
      answer: () => {
        throw new Unreachable();
      },
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(texts[name]);
    later(2500);
    expect(address(host)).toBe(`/auth/${name}`);
    later(600);
    expect(address(host)).toBe('/auth/login');
    expect(host.eventsSeen).toEqual([]);
  });

  test('is a log-in also if the user cannot be loaded at first, and “Try again” only loads the user', async () => {
    const { host } = setUp(name, { answer: () => ({ user: { new: true } }), unloaded: true });
    expect((await screen.findByRole('alert')).textContent).toBe('Your account couldn’t be loaded.');
    expect(screen.getByRole('heading', { name: 'You’re logged in' })).toBeTruthy();
    later(4000);
    expect(address(host)).toBe(`/auth/${name}`);
    host.service.answer(calls.session.getUser, () => testUser());
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    await waitFor(() => expect(address(host)).toBe('/'));
    expect(sentTo(host, name)).toHaveLength(1);
    expect(host.eventsSeen).toEqual([{ event: 'auth.signedIn', payload: { new: true } }]);
    expect(host.alertsShown).toEqual([]);
  });

  test.each(['', '?error=access_denied', '?credential=&code='])(
    'treats the query %o as a failure, without a call',
    (query) => {
      const { host } = setUp(name, { query });
      expect(screen.getByRole('alert').textContent).toBe(texts[name]);
      expect(address(host)).toBe(`/auth/${name}`);
      later(3000);
      expect(address(host)).toBe('/auth/login');
      expect(sentTo(host, name)).toEqual([]);
    },
  );

  test('shows the reason of a refusal, also on the login page', async () => {
    const msg =
      'There is already an account with this email address. Please log in as you did before, then connect this provider in your settings.';
    const { host } = setUp(name, {
      answer: () => {
        throw new Failure(400, msg);
      },
    });
    expect(await screen.findByText(msg)).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe(texts[name]);
    expect(host.alertsShown).toEqual([{ message: msg, type: 'error', time: 7500 }]);
  });
});

describe.each([
  ['a new user', true],
  ['a known user', false],
])('%s who returns', (_who, isNew) => {
  const teamId = 'b'.repeat(24);
  test.each([
    ['to /join by a stored team', { joinTeamId: teamId, intent: 'team' }, `/join?id=${teamId}`],
    ['to /team by the team intent', { intent: 'team' }, '/team'],
    ['to /subscribe by the subscribe intent', { intent: 'subscribe' }, '/subscribe'],
    ['to / without one', {}, '/'],
  ])('goes %s', async (_name, cookies, path) => {
    const { host } = setUp('google', { answer: () => ({ user: { new: isNew } }), cookies });
    await waitFor(() => expect(address(host)).toBe(path));
    expect(host.eventsSeen).toEqual([{ event: 'auth.signedIn', payload: { new: isNew } }]);
    expect(['joinTeamId', 'intent'].map((key) => host.storage.cookies.get(key))).toEqual([undefined, undefined]);
  });
});

describe('an account that is connected', () => {
  test('returns to the main screen with a message, and signs nobody in', async () => {
    const { host } = setUp('google', { answer: () => ({ user: { new: false }, connected: true }) });
    await waitFor(() => expect(address(host)).toBe('/'));
    expect(host.alertsShown).toEqual([
      { message: 'Google is connected. You can log in with it from now on.', type: 'info', time: 5000 },
    ]);
    expect(host.eventsSeen).toEqual([]);
  });

  test('of another user stays connected to that user, with a message', async () => {
    const { host } = setUp('google', {
      answer: () => {
        throw failureOf('identity-taken', { provider: 'google' });
      },
    });
    await waitFor(() => expect(address(host)).toBe('/'));
    expect(host.alertsShown).toMatchObject([
      { message: 'This Google account belongs to another Atrium account.', type: 'error' },
    ]);
  });

  test.each(names)('that was canceled at %s leaves the user logged in, with a message', (name) => {
    const { host } = setUp(name, { query: '?error=access_denied', user: testUser() });
    expect(screen.getByRole('heading', { name: / isn’t connected$/ })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('Nothing has changed. You’re still logged in.');
    expect(screen.getByRole('link', { name: 'Go to the main screen' }).getAttribute('href')).toBe('/');
    later(3000);
    expect(address(host)).toBe('/');
  });

  test('that the service refused shows the reason, and leaves the user logged in', async () => {
    const msg = 'This sign-in could not be verified. Please try again.';
    const { host } = setUp('azure', {
      user: testUser(),
      answer: () => {
        throw new Failure(400, msg);
      },
    });
    expect(await screen.findByText(msg)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Microsoft isn’t connected' })).toBeTruthy();
    later(3000);
    expect(address(host)).toBe('/');
  });
});
