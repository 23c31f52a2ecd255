import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { createFakeHost, type FakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { sent } from '../testing/sent.ts';
import { ChangePage } from './change-page.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

const link = '/auth/change?changeHash=secret&newEmail=ada%2Bnew%40atrium.test';
const setUp = ({
  answer = () => ({}),
  path = link,
  signedIn = false,
  email = 'ada+new@atrium.test',
  getUser = () => testUser({ email }),
}: {
  answer?: () => object | Promise<object>;
  path?: string;
  signedIn?: boolean;
  email?: string;
  getUser?: () => User;
} = {}) => {
  const host = createFakeHost({ user: signedIn ? testUser() : null, path });
  host.service.answer(calls.auth.changeWithHash, answer);
  if (signedIn) host.service.answer(calls.session.getUser, getUser);
  const page = renderRemote(
    contract,
    <StrictMode>
      <ChangePage />
    </StrictMode>,
    { host },
  );
  return { ...page, host };
};
const address = ({ navigation }: FakeHost) => navigation.location$.value.pathname + navigation.location$.value.search;
const confirmed = () => screen.findByRole('heading', { name: 'Your email is confirmed' });
const later = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

describe('the page that confirms an address', () => {
  test('makes exactly one call as it opens, and shows the result', async () => {
    const { host, rerender } = setUp();
    const title = await confirmed();
    expect(sent(host)).toEqual([
      { call: 'auth.changeWithHash', input: { changeHash: 'secret', newEmail: 'ada+new@atrium.test' } },
    ]);
    expect(document.activeElement).toBe(title);
    expect(screen.getByText('ada+new@atrium.test')).toBeTruthy();
    rerender(<p>gone</p>);
    expect(sent(host)).toHaveLength(1);
  });

  test('shows progress, and removes the link from the address', async () => {
    const { host } = setUp({ answer: () => new Promise<object>(() => undefined) });
    expect(screen.getByRole('heading', { name: 'Confirming your email' })).toBeTruthy();
    expect(address(host)).toBe('/auth/change');
    expect(host.storage.session.get('link.changeHash')).toBe('secret');
  });

  test.each([
    ['a visitor to the login', false, 'Log in', '/auth/login'],
    ['somebody signed in to the main screen, with the new address', true, 'Go to Atrium', '/'],
  ])('redirects %s after 3 seconds', async (_name, signedIn, name, path) => {
    vi.setTimerTickMode('manual');
    const { host } = setUp({ signedIn });
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(path);
    expect(host.session.user$.value?.email).toBe(signedIn ? 'ada+new@atrium.test' : undefined);
    later(2999);
    expect(address(host)).toBe('/auth/change');
    later(1);
    expect(address(host)).toBe(path);
  });

  test('calls the address that of the signed-in user only if it is, and else leads nowhere by itself', async () => {
    const { host } = setUp({ signedIn: true, email: 'grace@atrium.test' });
    await confirmed();
    expect(document.body.textContent).toContain('ada+new@atrium.test is confirmed.');
    expect(document.body.textContent).toContain('In this browser, grace@atrium.test is signed in.');
    expect(document.body.textContent).not.toContain('your account’s email address');
    later(4000);
    expect(address(host)).toBe('/auth/change');
    expect(screen.getByRole('link', { name: 'Go to Atrium' }).getAttribute('href')).toBe('/');
  });

  test('does not call the signed-in user somebody else where their address cannot be read again', async () => {
    const { host } = setUp({
      signedIn: true,
      getUser: () => {
        throw new Failure(503, {});
      },
    });
    await confirmed();
    expect(host.session.user$.value?.email).toBe(testUser().email);
    expect(document.body.textContent).toContain('ada+new@atrium.test is confirmed.');
    expect(document.body.textContent).not.toContain('is signed in');
    later(3000);
    expect(address(host)).toBe('/');
  });

  test('knows the address of the signed-in user in whatever case it is', async () => {
    setUp({ signedIn: true, email: 'ADA+new@atrium.test' });
    await confirmed();
    expect(document.body.textContent).toContain('ada+new@atrium.test is now your account’s email address.');
  });

  test.each([
    [
      'the message of the service',
      failureOf('email-taken').body,
      'There is already an account with this email address.',
    ],
    [
      'its own message where the service has none',
      { code: 'invalid-link' },
      'Error trying to change email, please try again.',
    ],
    [
      'that a link was cut off, and not which part of it is wrong',
      { code: 'invalid-input', msg: 'newEmail: Please enter a valid email address' },
      'This link is incomplete or damaged.',
    ],
  ])('shows %s, stays, and forgets the link', async (_name, body, message) => {
    const { host } = setUp({
      answer: () => {
        throw new Failure(409, body);
      },
    });
    const title = await screen.findByRole('heading', { name: 'We couldn’t confirm your email address' });
    expect(document.activeElement).toBe(title);
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.getByText(/request a new one in your settings under Account/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
    expect(host.storage.session.get('link.changeHash')).toBeUndefined();
    later(4000);
    expect(address(host)).toBe('/auth/change');
  });

  test.each([
    ['the service was out of reach', new Unreachable(), 'Error posting to api.'],
    ['the service asks to wait', new Failure(429, { msg: 'Not so fast.' }), 'Not so fast.'],
    ['the service failed', new Failure(500, {}), 'Error trying to change email, please try again.'],
  ])('tries again where %s', async (_name, failure, message) => {
    let down = true;
    const { host } = setUp({
      answer: () => {
        if (down) throw failure;
        return {};
      },
    });
    expect(await screen.findByText(message)).toBeTruthy();
    expect(host.storage.session.get('link.changeHash')).toBe('secret');
    down = false;
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    await confirmed();
    await waitFor(() => expect(host.storage.session.get('link.changeHash')).toBeUndefined());
  });

  test('says how long to wait where the service knows, and can be tried again after it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    let busy = true;
    setUp({
      answer: () => {
        if (busy) throw failureOf('too-many-attempts', { wait: 2000 });
        return {};
      },
    });
    const notice = await screen.findByRole('alert');
    const retry = screen.getByRole('button', { name: 'Try again' });
    expect(notice.textContent).toBe('Please wait 2s before trying again.');
    expect(retry).toHaveProperty('disabled', true);
    later(2000);
    expect(screen.queryByRole('alert')).toBeNull();
    busy = false;
    fireEvent.click(retry);
    await confirmed();
  });

  test.each(['/auth/change', '/auth/change?changeHash=secret', '/auth/change?newEmail=ada%40atrium.test'])(
    'from %s goes to the login after 3 seconds, without a call',
    (path) => {
      const { host } = setUp({ path });
      expect(screen.getByRole('link', { name: 'Go to the login page' })).toBeTruthy();
      later(2999);
      expect(address(host)).toBe('/auth/change');
      later(1);
      expect(address(host)).toBe('/auth/login');
      expect(sent(host)).toEqual([]);
    },
  );
});
