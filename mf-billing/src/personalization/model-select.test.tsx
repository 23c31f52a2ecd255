import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { SettingsDialog } from '../settings/settings-dialog.tsx';

const models = ['Fast', 'Thorough'].map((label) => ({ id: label.toLowerCase(), label, takes: [], thinks: false }));

const setUp = (user: object) => {
  const host = createFakeHost({ path: '/?chat=1', user: testUser(user) });
  host.service.answer(calls.profile.updateUser, () => ({}));
  host.service.answer(calls.billing.getCustomer, () => ({}));
  host.service.answer(calls.passkeys.listPasskeys, () => ({ passkeys: [] }));
  host.service.answer(calls.session.listSessions, () => ({ sessions: [] }));
  host.service.answer(calls.chat.listModels, () => ({ models }));
  renderRemote(contract, <SettingsDialog />, { host, input: {} });
  return host;
};
const requestsOf = ({ service }: ReturnType<typeof setUp>, name: string) =>
  service.requests.filter(({ call }) => call === name).map(({ input }) => input);

test('the model of new chats is selected by its label, and saved immediately', async () => {
  const host = setUp({ models: true, model: 'gone' });
  const select = await screen.findByRole('combobox', { name: 'Model for new chats' });
  expect(select).toHaveProperty('value', 'fast');
  await userEvent.selectOptions(select, 'Thorough');
  await waitFor(() => expect(requestsOf(host, 'profile.updateUser')).toEqual([{ model: 'thorough' }]));
  expect(host.session.user$.value?.model).toBe('thorough');
});

test('with only one model there is no selection', async () => {
  const host = setUp({});
  expect(await screen.findByRole('combobox', { name: 'Language' })).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Model for new chats' })).toBeNull();
  expect(requestsOf(host, 'chat.listModels')).toEqual([]);
});
