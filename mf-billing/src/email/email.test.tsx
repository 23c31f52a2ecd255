import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, type FakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { refuse, refuseWith, renderAccount } from '../testing/account.tsx';
import { ConfirmPasswordDialog } from './confirm-password-dialog.tsx';

const { changeEmail } = calls.auth;
const { _id: userId, email: own } = testUser();
const sent = {
  message: 'An email has been sent to the new address. Please confirm by clicking the link received.',
  type: 'info',
  time: 10_000,
};
const passwordRequired = (host: FakeHost) => host.service.answer(changeEmail, refuseWith('password-required'));

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
const send = () => screen.getByRole('button', { name: 'Change email' });
const askFor = async (press: ReturnType<typeof userEvent.setup>, email: string) => {
  await press.clear(field());
  await press.type(field(), email);
  await press.click(send());
};

describe('the email section of the account', () => {
  test('shows the current address and refuses the same one, ignoring case', async () => {
    const { press, requests } = renderAccount();
    expect(field().value).toBe(own);
    await press.click(send());
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Email cannot be the same as existing.')).toBeTruthy();
    expect(document.activeElement).toBe(field());
    await askFor(press, ' ADA@atrium.test');
    expect(screen.getByText('Email cannot be the same as existing.')).toBeTruthy();
    expect(requests(changeEmail)).toEqual([]);
  });

  test.each(['not an address', '{Backspace}'])('refuses "%s"', async (typed) => {
    const { press, requests } = renderAccount();
    await askFor(press, typed);
    expect(screen.getByText('Please enter a valid email.')).toBeTruthy();
    expect(requests(changeEmail)).toEqual([]);
  });

  test('marks an invalid address when the field loses focus, and clears the error on typing', async () => {
    const { press } = renderAccount();
    await press.clear(field());
    await press.type(field(), 'new@');
    expect(screen.queryByText('Please enter a valid email.')).toBeNull();
    await press.tab();
    expect(screen.getByText('Please enter a valid email.')).toBeTruthy();
    await press.type(field(), 'a');
    expect(screen.queryByText('Please enter a valid email.')).toBeNull();
  });

  test('sends the link, says so, and keeps the address until the link is opened', async () => {
    const { host, press, requests } = renderAccount();
    await askFor(press, ' new@atrium.test ');
    await waitFor(() => expect(host.alertsShown).toEqual([sent]));
    expect(requests(changeEmail)).toEqual([{ userId, email: 'new@atrium.test' }]);
    expect(field().value).toBe(own);
    expect(
      screen.getByText(`We’ve sent a link to new@atrium.test. Until you open it, ${own} stays your address.`),
    ).toBeTruthy();
  });

  test('requires the password if the service does, and then says that the link was sent', async () => {
    const { host, press } = renderAccount(passwordRequired);
    host.dialogResult = true;
    await askFor(press, 'new@atrium.test');
    await waitFor(() => expect(host.alertsShown).toEqual([sent]));
    expect(host.dialogsOpened).toEqual([{ dialog: 'billing.confirmPassword', props: { email: 'new@atrium.test' } }]);
  });

  test('keeps the typed address if the password dialog is closed', async () => {
    const { host, press } = renderAccount(passwordRequired);
    await askFor(press, 'new@atrium.test');
    await waitFor(() => expect(host.dialogsOpened).toHaveLength(1));
    await waitFor(() => expect(send().getAttribute('aria-busy')).toBeNull());
    expect(field().value).toBe('new@atrium.test');
    expect(host.alertsShown).toEqual([]);
  });

  test.each([
    [{ msg: 'Not now.' }, 'Not now.'],
    [{}, 'Error trying to change email, please try again.'],
  ])('shows the failure %j', async (body, message) => {
    const { host, press } = renderAccount(({ service }) => service.answer(changeEmail, refuse(500, body)));
    await askFor(press, 'new@atrium.test');
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(field().value).toBe('new@atrium.test');
  });
});

describe('the password dialog', () => {
  const setUp = (prepare: (host: FakeHost) => void = () => undefined) => {
    const host = createFakeHost();
    host.service.answer(changeEmail, () => ({}));
    prepare(host);
    const input = { email: 'new@atrium.test' };
    const rendered = renderRemote(contract, <ConfirmPasswordDialog />, { host, input });
    return { ...rendered, press: userEvent.setup() };
  };
  const password = () => screen.getByLabelText<HTMLInputElement>('Password');
  const confirm = () => screen.getByRole('button', { name: 'Confirm' });

  test('focuses the password, and closes with true after the service has accepted the change', async () => {
    const { closed, host, press } = setUp();
    expect(screen.getByText('new@atrium.test')).toBeTruthy();
    expect(document.activeElement).toBe(password());
    await press.keyboard('Atrium1!{Enter}');
    await waitFor(() => expect(closed).toEqual([true]));
    expect(host.service.requests).toEqual([
      { call: 'auth.changeEmail', input: { userId, email: 'new@atrium.test', password: 'Atrium1!' } },
    ]);
  });

  test('stays open with the message about a wrong password, without losing input', async () => {
    const { closed, press } = setUp(({ service }) =>
      service.answer(changeEmail, refuse(400, { msg: 'Wrong password.' })),
    );
    await press.type(password(), 'Guess1');
    await press.click(confirm());
    await waitFor(() => expect(screen.getByText('Wrong password.')).toBeTruthy());
    expect(password().getAttribute('aria-invalid')).toBe('true');
    expect(password().value).toBe('Guess1');
    expect(document.activeElement).toBe(password());
    expect(closed).toEqual([]);
  });

  test('shows the message of the specification if the service gives none', async () => {
    const { press } = setUp(({ service }) => service.answer(changeEmail, refuse(500, {})));
    await press.type(password(), 'Atrium1!{Enter}');
    await waitFor(() => expect(screen.getByText('Error trying to change email, please try again.')).toBeTruthy());
  });

  test('requires a password before it calls the service', async () => {
    const { host, press } = setUp();
    await press.click(confirm());
    expect(screen.getByText('This is a required field')).toBeTruthy();
    expect(host.service.requests).toEqual([]);
  });

  test('counts down after too many attempts', async () => {
    const { press } = setUp(({ service }) =>
      service.answer(changeEmail, refuse(429, { msg: 'Too many.', _msBeforeNext: 9000 })),
    );
    await press.type(password(), 'Guess1{Enter}');
    await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('9s'));
    expect(screen.getByRole('alert').textContent).toBe('Too many attempts. Please wait 9s before trying again.');
    expect(confirm()).toHaveProperty('disabled', true);
  });

  test('closes without a result on Cancel', async () => {
    const { closed, press } = setUp();
    await press.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(closed).toEqual([undefined]);
  });
});
