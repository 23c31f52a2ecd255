import * as calls from '@atrium/shared-kernel/contracts/calls';
import { identityProviders } from '@atrium/shared-kernel/contracts/constants';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { sent } from '../testing/sent.ts';
import { LoginPage } from './login-page.tsx';

afterEach(() => vi.useRealTimers());

const setUp = ({
  user = testUser(),
  answer = () => ({}),
  version = 1,
}: {
  user?: ReturnType<typeof testUser>;
  answer?: () => object;
  /** The number of session answers so far. */
  version?: number;
}) => {
  const host = createFakeHost({ user: null, path: '/auth/login' });
  host.session.authVersion$.next(version);
  host.service.answer(calls.auth.login, answer);
  host.service.answer(calls.session.getUser, () => user);
  return { ...renderRemote(contract, <LoginPage />, { host }), host, press: userEvent.setup() };
};
const logIn = async (press: ReturnType<typeof userEvent.setup>) => {
  await press.type(screen.getByLabelText('Email'), 'ada@atrium.test');
  await press.type(screen.getByLabelText('Password'), 'Atrium1!{Enter}');
};
const refuse = (status: number, body: Record<string, unknown>) => () => {
  throw new Failure(status, body);
};

describe('the login page', () => {
  test.each([
    ['team', undefined],
    ['subscribe', 'subscribe'],
  ])('that is left without a log-in, with the intent %s, leaves %o', (stored, intent) => {
    const { host, unmount } = setUp({});
    host.storage.cookies.set('intent', stored);
    host.storage.cookies.set('joinTeamId', 'b'.repeat(24));
    act(() => host.navigation.navigate('/'));
    unmount();
    expect(host.storage.cookies.get('intent')).toBe(intent);
    expect(host.storage.cookies.get('joinTeamId')).toBe('b'.repeat(24));
  });

  test('logs in with the keyboard alone, emits the event and opens the main screen', async () => {
    const { host, press } = setUp({});
    await logIn(press);
    await waitFor(() => expect(host.navigation.location$.value.pathname).toBe('/'));
    expect(sent(host)[0]).toEqual({
      call: 'auth.login',
      input: { email: 'ada@atrium.test', password: 'Atrium1!' },
    });
    expect(host.session.user$.value?.email).toBe('ada@atrium.test');
    expect(host.eventsSeen).toEqual([{ event: 'auth.signedIn', payload: { new: false } }]);
  });

  test.each([
    ['a team that was to be joined', { joinTeamId: 'b'.repeat(24) }, `/join?id=${'b'.repeat(24)}`],
    ['a team that was to be made', { intent: 'team' }, '/team'],
    ['a checkout', { intent: 'subscribe' }, '/subscribe'],
  ])('continues to %s, which the login interrupted', async (_name, cookies, path) => {
    const { host, press } = setUp({});
    for (const [key, value] of Object.entries(cookies)) host.storage.cookies.set(key, value);
    await logIn(press);
    const address = host.navigation.location$;
    await waitFor(() => expect(address.value.pathname + address.value.search).toBe(path));
    expect(host.storage.cookies.get('intent') ?? host.storage.cookies.get('joinTeamId')).toBeUndefined();
  });

  test('redirects a user who is already signed in to the target of the intent cookie', () => {
    const host = createFakeHost({ path: '/auth/login' });
    host.storage.cookies.set('intent', 'team');
    renderRemote(contract, <LoginPage />, { host });
    expect(host.navigation.location$.value.pathname).toBe('/team');
  });

  test('redirects nobody before the session has answered, and then once', async () => {
    const host = createFakeHost({ path: '/auth/login' });
    host.session.authVersion$.next(0);
    renderRemote(contract, <LoginPage />, { host });
    expect(host.navigation.location$.value.pathname).toBe('/auth/login');
    act(() => host.session.authVersion$.next(1));
    expect(host.navigation.location$.value.pathname).toBe('/');
  });

  test('leaves the redirect to the login if that finishes before the first answer of the session', async () => {
    const { host, press } = setUp({ version: 0 });
    host.storage.cookies.set('intent', 'team');
    const visited: string[] = [];
    host.navigation.location$.subscribe(({ pathname }) => visited.push(pathname));
    await logIn(press);
    await waitFor(() => expect(visited).toContain('/team'));
    await act(async () => undefined);
    expect(visited).toEqual(['/auth/login', '/team']);
  });

  test('requires both fields, labels them, and focuses the first', async () => {
    const { host, press } = setUp({});
    await press.click(screen.getByRole('button', { name: 'Log in' }));
    const email = screen.getByLabelText('Email');
    expect(email.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(email);
    for (const label of ['Email', 'Password']) {
      const notes = screen.getByLabelText(label).getAttribute('aria-describedby') ?? '';
      expect(document.querySelector(`[id="${notes}"]`)?.textContent).toBe('This is a required field');
    }
    expect(sent(host)).toEqual([]);
  });

  test('says that an e-mail address is not valid, until it is', async () => {
    const { press } = setUp({});
    await press.type(screen.getByLabelText('Email'), 'ada@atrium');
    await press.tab();
    expect(screen.getByText('Please enter a valid email address')).toBeTruthy();
    await press.type(screen.getByLabelText('Email'), '.test');
    expect(screen.queryByText('Please enter a valid email address')).toBeNull();
  });

  test('shows and hides the password', async () => {
    const { press } = setUp({});
    const password = screen.getByLabelText('Password');
    expect(password.getAttribute('type')).toBe('password');
    await press.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password.getAttribute('type')).toBe('text');
    await press.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password.getAttribute('type')).toBe('password');
  });

  test('names its fields for password managers', () => {
    setUp({});
    expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username');
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
  });

  test('counts a 429 down and then allows another try', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const { host, press } = setUp({ answer: refuse(429, { msg: 'Too many', _msBeforeNext: 2000 }) });
    await logIn(press);
    const send = screen.getByRole('button', { name: 'Log in' });
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toBe('Too many login attempts. Please wait 2s before trying again.');
    expect(send).toHaveProperty('disabled', true);
    act(() => void vi.advanceTimersByTime(1000));
    expect(notice.textContent).toBe('Too many login attempts. Please wait 1s before trying again.');
    act(() => void vi.advanceTimersByTime(1000));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(send).toHaveProperty('disabled', false);
    expect(host.alertsShown).toEqual([]);
  });

  test('accepts the login of another account during a wait, and keeps counting for the first', async () => {
    const { host, press } = setUp({ answer: refuse(429, { msg: 'Too many', _msBeforeNext: 60_000 }) });
    await logIn(press);
    await screen.findByRole('alert');
    await press.type(screen.getByLabelText('Email'), 'x');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Log in' })).toHaveProperty('disabled', false);
    await press.type(screen.getByLabelText('Email'), '{Backspace}');
    expect(screen.getByRole('alert').textContent).toContain('Too many login attempts.');
    expect(sent(host)).toHaveLength(1);
  });

  test.each([
    ['the message of the service', refuse(401, { msg: 'Wrong email or password.' }), 'Wrong email or password.'],
    ['its own message where the service has none', refuse(500, {}), 'Error trying to login, please try again.'],
    [
      'that the service is out of reach',
      () => {
        throw new Unreachable();
      },
      'Error posting to api.',
    ],
  ])('shows %s', async (_name, answer, message) => {
    const { host, press } = setUp({ answer });
    await logIn(press);
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(host.navigation.location$.value.pathname).toBe('/auth/login');
  });

  test('offline fails at once, keeps what was typed and sends nothing later by itself', async () => {
    const { host, press } = setUp({
      answer: () => {
        throw new Unreachable();
      },
    });
    act(() => void window.dispatchEvent(new Event('offline')));
    onTestFinished(() => act(() => void window.dispatchEvent(new Event('online'))));
    await logIn(press);
    await waitFor(() =>
      expect(host.alertsShown).toEqual([{ message: 'Error posting to api.', type: 'error', time: 5000 }]),
    );
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@atrium.test');
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'Atrium1!');
    act(() => void window.dispatchEvent(new Event('online')));
    await act(async () => undefined);
    expect(sent(host).filter(({ call }) => call === 'auth.login')).toHaveLength(1);
  });

  test('clears the last failure when the user tries again', async () => {
    const { host, press } = setUp({ answer: refuse(400, { msg: 'Not right.' }) });
    const dismiss = vi.spyOn(host.alerts, 'dismiss');
    await logIn(press);
    await waitFor(() => expect(host.alertsShown).toHaveLength(1));
    await press.keyboard('{Enter}');
    await waitFor(() => expect(host.alertsShown).toHaveLength(2));
    expect(dismiss.mock.calls).toEqual([['1']]);
  });

  test('shows when a field is full', async () => {
    setUp({});
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'a'.repeat(254) } });
    expect(screen.getByText('Maximum of 254 characters.')).toBeTruthy();
    expect(screen.getByLabelText('Password')).toHaveProperty('maxLength', 200);
  });

  test.each([
    ['sign-up', 'Create an account', '/auth/signup'],
    ['the page of a forgotten password', 'Forgot Password', '/auth/reset'],
    ['the main screen', 'Atrium, home', '/'],
  ])('redirects to %s', async (_name, name, path) => {
    const { host, press } = setUp({});
    await press.click(screen.getByRole('link', { name }));
    expect(host.navigation.location$.value.pathname).toBe(path);
  });

  test('offers the providers that are set up', async () => {
    const host = createFakeHost({ user: null, path: '/auth/login' });
    host.service.answer(calls.auth.listProviders, () => ({ providers: [...identityProviders] }));
    renderRemote(contract, <LoginPage />, { host });
    await screen.findByRole('button', { name: 'Continue with Google' });
    const buttons = screen.getAllByRole('button', { name: /^Continue with/ }).map((button) => button.textContent);
    expect(buttons).toEqual(['Continue with Google', 'Continue with Apple', 'Continue with Microsoft']);
  });
});
