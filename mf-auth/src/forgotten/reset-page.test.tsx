import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { sent } from '../testing/sent.ts';
import { ResetPage } from './reset-page.tsx';

afterEach(() => vi.useRealTimers());

const msg = 'If an account uses this address, we’ve sent it a link to set a new password.';
const setUp = (answer: () => object = () => ({ msg })) => {
  const host = createFakeHost({ user: null, path: '/auth/reset' });
  host.service.answer(calls.auth.forgotPassword, answer);
  return { ...renderRemote(contract, <ResetPage />, { host }), host, press: userEvent.setup() };
};
const send = (press: ReturnType<typeof userEvent.setup>, email = 'ada@atrium.test') =>
  press.type(screen.getByLabelText('Email'), `${email}{Enter}`);
const tooMany = () => {
  throw new Failure(429, { msg: 'Too many', _msBeforeNext: 2000 });
};

describe('the page of a forgotten password', () => {
  test('requests a link, shows the service’s message and focuses it', async () => {
    const { host, press } = setUp(() => ({ msg: 'A link is under way.' }));
    await send(press);
    expect(await screen.findByText('A link is under way.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Check your email' }));
    expect(screen.getByText('ada@atrium.test')).toBeTruthy();
    expect(sent(host)).toEqual([{ call: 'auth.forgotPassword', input: { email: 'ada@atrium.test' } }]);
  });

  test('accepts another address after a mistyped one', async () => {
    const { host, press } = setUp();
    await send(press, 'adda@atrium.test');
    await press.click(await screen.findByRole('button', { name: 'Use a different address' }));
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'adda@atrium.test');
    await press.clear(screen.getByLabelText('Email'));
    await send(press, 'ada@atrium.test');
    await screen.findByText(msg);
    expect(sent(host)).toHaveLength(2);
  });

  test.each([
    ['nothing', '', 'This is a required field'],
    ['no address', 'ada', 'Please enter a valid email address'],
  ])('refuses %s, tied to its field', async (_name, typed, message) => {
    const { host, press } = setUp();
    await send(press, typed);
    const field = screen.getByLabelText('Email');
    expect(document.querySelector(`[id="${field.getAttribute('aria-describedby')}"]`)?.textContent).toBe(message);
    expect(document.activeElement).toBe(field);
    expect(sent(host)).toEqual([]);
  });

  test('counts a 429 down and then allows another try', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const { host, press } = setUp(tooMany);
    await send(press);
    const notice = await screen.findByRole('alert');
    const text = (seconds: number) =>
      `You have recently reset your password, please check your email. Or wait ${seconds}s before trying again.`;
    expect(notice.textContent).toBe(text(2));
    expect(screen.getByRole('button', { name: 'Send link' })).toHaveProperty('disabled', true);
    act(() => void vi.advanceTimersByTime(1000));
    expect(notice.textContent).toBe(text(1));
    act(() => void vi.advanceTimersByTime(1000));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Send link' })).toHaveProperty('disabled', false);
    expect(host.alertsShown).toEqual([]);
  });

  test('accepts another address during a wait', async () => {
    const { host, press } = setUp(tooMany);
    await send(press);
    await screen.findByRole('alert');
    await press.clear(screen.getByLabelText('Email'));
    await send(press, 'grace@atrium.test');
    await waitFor(() => expect(sent(host)).toHaveLength(2));
  });

  test.each([
    ['the message of the service', new Failure(400, { msg: 'Not now.' }), 'Not now.'],
    ['its own message where the service has none', new Failure(500, {}), 'Error, please try again.'],
    ['that the service is out of reach', new Unreachable(), 'Error posting to api.'],
  ])('shows %s and keeps what was typed', async (_name, failure, message) => {
    const { host, press } = setUp(() => {
      throw failure;
    });
    await send(press);
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@atrium.test');
  });

  test('links back to the login', async () => {
    const { host, press } = setUp();
    await press.click(screen.getByRole('link', { name: 'Log in' }));
    expect(host.navigation.location$.value.pathname).toBe('/auth/login');
  });
});
