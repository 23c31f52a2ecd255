import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { refuse } from '../testing/account.tsx';
import { ConfirmSignInDialog } from './confirm-sign-in-dialog.tsx';

const { confirmPassword } = calls.auth;

test('the password confirms the signed-in user: a wrong one leaves the dialog and its input, the right one closes it', async () => {
  const host = createFakeHost();
  host.service.answer(confirmPassword, refuse(400, { msg: 'Wrong password.' }));
  const { closed } = renderRemote(contract, <ConfirmSignInDialog />, { host });
  const press = userEvent.setup();
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect(document.activeElement).toBe(password);
  await press.keyboard('Guess1!{Enter}');
  await waitFor(() => expect(screen.getByText('Wrong password.')).toBeTruthy());
  expect(closed).toEqual([]);
  expect(password.value).toBe('Guess1!');

  host.service.answer(confirmPassword, () => ({}));
  await press.clear(password);
  await press.type(password, 'Atrium1!');
  await press.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(closed).toEqual([true]));
  expect(host.service.requests.at(-1)).toEqual({ call: 'auth.confirmPassword', input: { password: 'Atrium1!' } });
});
