import * as calls from '@atrium/shared-kernel/contracts/calls';
import { type FakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { refuse, refuseWith, renderAccount } from '../testing/account.tsx';

const { changePassword, forgotPassword, listConnections } = calls.auth;
const { email } = testUser();
const button = () => screen.getByRole('button', { name: 'Set a new password' });

describe('a new password', () => {
  test('is set through an emailed link, and it says that the link was sent', async () => {
    const { press, requests } = renderAccount();
    await press.click(button());
    await waitFor(() =>
      expect(screen.getByText(`We’ve sent a link to ${email}. It expires in one hour.`)).toBeTruthy(),
    );
    expect(requests(forgotPassword)).toEqual([{ email }]);
  });

  test('has to wait after a 429, with a countdown', async () => {
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
  ])('shows the failure %j', async (body, message) => {
    const { host, press } = renderAccount(({ service }) => service.answer(forgotPassword, refuse(500, body)));
    await press.click(button());
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
  });
});

describe('a password change with the current password', () => {
  const withPassword = ({ service }: FakeHost) =>
    service.answer(listConnections, () => ({ password: true, passkeys: 0, connections: [] }));
  const fill = async (press: ReturnType<typeof renderAccount>['press'], current: string, next: string) => {
    const field = await screen.findByLabelText('Current password');
    await press.clear(field);
    await press.type(field, current);
    await press.clear(screen.getByLabelText('New password'));
    await press.type(screen.getByLabelText('New password'), next);
    await press.click(screen.getByRole('button', { name: 'Change password' }));
  };

  test('replaces the password and shows the result for other devices', async () => {
    const { press, requests } = renderAccount(withPassword);
    await fill(press, 'Old1!pass', 'New1!pass');
    expect(await screen.findByText('Your password is changed. Your other devices are signed out.')).toBeTruthy();
    expect(requests(changePassword)).toEqual([{ password: 'Old1!pass', newPassword: 'New1!pass' }]);
    expect(screen.getByLabelText('Current password')).toHaveProperty('value', '');
  });

  test('validates the new password before sending it', async () => {
    const { press, requests } = renderAccount(withPassword);
    await fill(press, 'Old1!pass', 'short');
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
    expect(requests(changePassword)).toEqual([]);
  });

  test('shows a refusal next to the wrong password’s field, and keeps the input', async () => {
    const { press } = renderAccount((host) => {
      withPassword(host);
      host.service.answer(changePassword, refuseWith('wrong-password'));
    });
    await fill(press, 'Other1!', 'New1!pass');
    expect(await screen.findByText('The password is incorrect.')).toBeTruthy();
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'New1!pass');
  });

  test('has to wait after too many attempts', async () => {
    const { press } = renderAccount((host) => {
      withPassword(host);
      host.service.answer(changePassword, refuse(429, { msg: 'Wait.', _msBeforeNext: 41_000 }));
    });
    await fill(press, 'Other1!', 'New1!pass');
    await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('41s'));
    expect(screen.getByRole('button', { name: 'Change password' })).toHaveProperty('disabled', true);
  });
});
