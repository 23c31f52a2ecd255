import * as calls from '@atrium/shared-kernel/contracts/calls';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { refuse, renderAccount } from '../testing/account.tsx';

const { forgotPassword } = calls.auth;
const { email } = testUser();
const button = () => screen.getByRole('button', { name: 'Set a new password' });

describe('a new password', () => {
  test('is set by a link to the own address, and it says that the link is on its way', async () => {
    const { press, requests } = renderAccount();
    await press.click(button());
    await waitFor(() =>
      expect(screen.getByText(`We’ve sent a link to ${email}. It expires in one hour.`)).toBeTruthy(),
    );
    expect(requests(forgotPassword)).toEqual([{ email }]);
  });

  test('has to wait after a 429, with the seconds counted down', async () => {
    const { press } = renderAccount(({ service }) =>
      service.answer(forgotPassword, refuse(429, { msg: 'Wait.', _msBeforeNext: 41_000 })),
    );
    await press.click(button());
    await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('41s'));
    expect(screen.getByRole('alert').textContent).toBe(
      'You have recently reset your password, please check your email. Or wait 41s before trying again.',
    );
    expect(button()).toHaveProperty('disabled', true);
  });

  test.each([
    [{ msg: 'Not now.' }, 'Not now.'],
    [{}, 'Error, please try again.'],
  ])('tells of the failure %j', async (body, message) => {
    const { host, press } = renderAccount(({ service }) => service.answer(forgotPassword, refuse(500, body)));
    await press.click(button());
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
  });
});
