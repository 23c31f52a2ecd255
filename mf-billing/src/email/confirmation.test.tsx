import * as calls from '@atrium/shared-kernel/contracts/calls';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { refuse, renderAccount } from '../testing/account.tsx';

const { resendConfirmation } = calls.auth;
const again = () => screen.getByRole('button', { name: 'Resend link' });
const notConfirmed = 'Your email address isn’t confirmed yet.';
const unconfirmed = { user: { emailVerified: false } };

describe('an unconfirmed address', () => {
  test.each([{ emailVerified: true }, {}])('is not mentioned for the user %j', (user) => {
    renderAccount(undefined, { user });
    expect(screen.queryByText(notConfirmed)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Resend link' })).toBeNull();
  });

  test('gets the email again, and its section shows the recipient', async () => {
    const { host, press, requests } = renderAccount(
      ({ service }) => service.answer(calls.session.getUser, () => testUser({ emailVerified: false })),
      unconfirmed,
    );
    expect(screen.getByText(notConfirmed)).toBeTruthy();
    await press.click(again());
    await waitFor(() =>
      expect(screen.getByText('We’ve sent a link to ada@atrium.test. It expires in 24 hours.')).toBeTruthy(),
    );
    expect(requests(resendConfirmation)).toEqual([{}]);
    expect(host.alertsShown).toEqual([]);
  });

  test('is no longer shown after the link was opened in another tab', async () => {
    const { press } = renderAccount(
      ({ service }) => service.answer(calls.session.getUser, () => testUser({ emailVerified: true })),
      unconfirmed,
    );
    await press.click(again());
    await waitFor(() => expect(screen.queryByText(notConfirmed)).toBeNull());
  });

  test('waits for as long as the service requires', async () => {
    const { press } = renderAccount(
      ({ service }) => service.answer(resendConfirmation, refuse(429, { msg: 'Wait.', _msBeforeNext: 9000 })),
      unconfirmed,
    );
    await press.click(again());
    await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('9s'));
    expect(again()).toHaveProperty('disabled', true);
  });

  test.each([
    [{ msg: 'Not now.' }, 'Not now.'],
    [{}, 'Error, please try again.'],
  ])('shows the failure %j', async (body, message) => {
    const { host, press } = renderAccount(
      ({ service }) => service.answer(resendConfirmation, refuse(500, body)),
      unconfirmed,
    );
    await press.click(again());
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(screen.getByText(notConfirmed)).toBeTruthy();
  });
});
