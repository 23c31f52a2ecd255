import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, type FakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { sent } from '../testing/sent.ts';
import { SetPage } from './set-page.tsx';

afterEach(() => vi.useRealTimers());

const key = 'link.resetHash';
const open = (host: FakeHost) =>
  renderRemote(
    contract,
    <StrictMode>
      <SetPage />
    </StrictMode>,
    { host },
  );
const setUp = (answer: () => object = () => ({ msg: 'Your password has been changed.' })) => {
  const host = createFakeHost({ user: testUser(), path: '/auth/set?resetHash=secret' });
  host.service.answer(calls.auth.resetWithHash, answer);
  return { ...open(host), host, press: userEvent.setup() };
};
const field = () => screen.getByLabelText('New password');
const address = ({ navigation }: FakeHost) => navigation.location$.value.pathname + navigation.location$.value.search;
const refuse = (status: number, body: object) => () => {
  throw new Failure(status, body as Record<string, unknown>);
};

describe('the page of a new password', () => {
  test('sets it, shows the service’s message, and clears the stored user', async () => {
    const { host, press } = setUp();
    await press.type(field(), 'Atrium1!{Enter}');
    expect(await screen.findByText('Your password has been changed.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your new password is set' }));
    expect(sent(host)).toEqual([{ call: 'auth.resetWithHash', input: { password: 'Atrium1!', resetHash: 'secret' } }]);
    expect(host.session.user$.value).toBeUndefined();
    expect(host.storage.session.get(key)).toBeUndefined();
  });

  test('continues to the login after 3 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { host } = setUp();
    fireEvent.change(field(), { target: { value: 'Atrium1!' } });
    fireEvent.submit(field());
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByRole('link', { name: 'Log in now' })).toBeTruthy();
    act(() => void vi.advanceTimersByTime(2999));
    expect(address(host)).toBe('/auth/set');
    act(() => void vi.advanceTimersByTime(1));
    expect(address(host)).toBe('/auth/login');
  });

  test('continues at once if the user wants to', async () => {
    const { host, press } = setUp();
    await press.type(field(), 'Atrium1!{Enter}');
    await press.click(await screen.findByRole('link', { name: 'Log in now' }));
    expect(address(host)).toBe('/auth/login');
  });

  test('judges each rule as it is typed, the special symbol among them', async () => {
    const { host, press } = setUp();
    const open = () =>
      screen
        .getAllByRole('listitem')
        .map((item) => item.textContent)
        .filter((text) => text?.endsWith('not met yet'));
    await press.type(field(), 'Atrium1{Enter}');
    expect(open()).toEqual(['1 special symbol, not met yet']);
    expect(screen.getByText(/The password needs .* 1 special symbol/)).toBeTruthy();
    const described = field().getAttribute('aria-describedby') ?? '';
    const [error, rules] = described.split(' ').map((id) => document.getElementById(id)?.textContent);
    expect(error).toMatch(/^The password needs/);
    expect(rules).toContain('1 special symbol, not met yet');
    expect(document.activeElement).toBe(field());
    expect(sent(host)).toEqual([]);
    await press.type(field(), '!');
    expect(open()).toEqual([]);
    expect(screen.queryByText(/The password needs/)).toBeNull();
  });

  test('shows and hides what is typed', async () => {
    const { press } = setUp();
    await press.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field().getAttribute('type')).toBe('text');
    await press.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field().getAttribute('type')).toBe('password');
  });

  test('names its field for password managers, beside a field for the name', () => {
    setUp();
    expect(field().getAttribute('autocomplete')).toBe('new-password');
    expect(document.querySelector('input[autocomplete="username"]')).toHaveProperty('hidden', true);
  });

  test('removes the hash from the address at once, and stores it only for a reload', async () => {
    const { host, unmount } = setUp();
    expect(address(host)).toBe('/auth/set');
    expect(host.storage.session.get(key)).toBe('secret');
    unmount();
    expect(host.storage.session.get(key)).toBeUndefined();
    host.storage.session.set(key, 'secret');
    open(host);
    await userEvent.setup().type(field(), 'Atrium1!{Enter}');
    await waitFor(() => expect(sent(host)[0]?.input).toMatchObject({ resetHash: 'secret' }));
  });

  test.each([
    ['without a hash', '/auth/set'],
    ['with an empty hash', '/auth/set?resetHash='],
  ])('%s offers a new link', async (_name, path) => {
    const host = createFakeHost({ user: null, path });
    open(host);
    expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('link', { name: 'Request a new link' }));
    expect(address(host)).toBe('/auth/reset');
  });

  test.each([
    ['invalid-link', 'This link has expired.', 'This link has expired.'],
    ['invalid-input', 'resetHash: Please enter a valid link', 'This link is incomplete or damaged.'],
  ])('shows a link that the service refuses as %s as dead', async (code, msg, reason) => {
    const { host, press } = setUp(refuse(400, { code, msg }));
    await press.type(field(), 'Atrium1!{Enter}');
    const title = await screen.findByRole('heading', { name: 'This link no longer works' });
    expect(document.activeElement).toBe(title);
    expect(screen.getByText(reason)).toBeTruthy();
    expect(host.storage.session.get(key)).toBeUndefined();
    expect(host.alertsShown).toEqual([]);
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/auth/reset');
  });

  test('does not say that the password is still the old one where the first answer was lost', async () => {
    const { host, press } = setUp(() => {
      throw new Unreachable();
    });
    await press.type(field(), 'Atrium1!{Enter}');
    await waitFor(() => expect(host.alertsShown).toHaveLength(1));
    host.service.answer(calls.auth.resetWithHash, refuse(400, { code: 'invalid-link', msg: 'This link has expired.' }));
    await press.type(field(), '{Enter}');
    await screen.findByRole('heading', { name: 'This link no longer works' });
    expect(screen.getByText(/If you’ve already used it, log in with your new password\./)).toBeTruthy();
    expect(screen.queryByText(/hasn’t changed/)).toBeNull();
  });

  test.each([
    [429, { msg: 'Not so fast.' }, 'Not so fast.'],
    [500, {}, 'Error, please try again.'],
  ])('keeps the form and the link after a %i', async (status, body, message) => {
    const { host, press } = setUp(refuse(status, body));
    await press.type(field(), 'Atrium1!{Enter}');
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(field()).toHaveProperty('value', 'Atrium1!');
    expect(host.storage.session.get(key)).toBe('secret');
  });
});
