import * as calls from '@atrium/shared-kernel/contracts/calls';
import { type FakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { refuse, refuseWith, renderAccount } from '../testing/account.tsx';

const { changePassword, forgotPassword, listConnections } = calls.auth;
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
  ])('shows the failure %j', async (body, message) => {
    const { host, press } = renderAccount(({ service }) => service.answer(forgotPassword, refuse(500, body)));
    await press.click(button());
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
  });
});

describe('another password, by the current one', () => {
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

  test('is replaced, and the result for other devices is shown', async () => {
    const { press, requests } = renderAccount(withPassword);
    await fill(press, 'Old1!pass', 'New1!pass');
    expect(await screen.findByText('Your password is changed. Your other devices are signed out.')).toBeTruthy();
    expect(requests(changePassword)).toEqual([{ password: 'Old1!pass', newPassword: 'New1!pass' }]);
    expect(screen.getByLabelText('Current password')).toHaveProperty('value', '');
  });

  test('follows the rules before it is sent', async () => {
    const { press, requests } = renderAccount(withPassword);
    await fill(press, 'Old1!pass', 'short');
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
    expect(requests(changePassword)).toEqual([]);
  });

  test('is refused beside the field of the password that is not right, and keeps what was typed', async () => {
    const { press } = renderAccount((host) => {
      withPassword(host);
      host.service.answer(changePassword, refuseWith('wrong-password'));
    });
    await fill(press, 'Other1!', 'New1!pass');
    expect(await screen.findByText('The password is incorrect.')).toBeTruthy();
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'New1!pass');
  });

  test('has to wait after too many tries', async () => {
    const { press } = renderAccount((host) => {
      withPassword(host);
      host.service.answer(changePassword, refuse(429, { msg: 'Wait.', _msBeforeNext: 41_000 }));
    });
    await fill(press, 'Other1!', 'New1!pass');
    await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('41s'));
    expect(screen.getByRole('button', { name: 'Change password' })).toHaveProperty('disabled', true);
  });
});
