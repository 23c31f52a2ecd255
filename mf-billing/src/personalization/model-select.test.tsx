import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { SettingsDialog } from '../settings/settings-dialog.tsx';

const models = ['Fast', 'Thorough'].map((label) => ({ id: label.toLowerCase(), label, takes: [], thinks: false }));

const setUp = (user: object, answer: object = {}) => {
  const host = createFakeHost({ path: '/?chat=1', user: testUser(user) });
  host.service.answer(calls.profile.updateUser, () => ({}));
  host.service.answer(calls.billing.getCustomer, () => ({}));
  host.service.answer(calls.passkeys.listPasskeys, () => ({ passkeys: [] }));
  host.service.answer(calls.session.listSessions, () => ({ sessions: [] }));
  host.service.answer(calls.chat.listModels, () => ({ models, ...answer }));
  renderRemote(contract, <SettingsDialog />, { host, input: {} });
  return host;
};
const requestsOf = ({ service }: ReturnType<typeof setUp>, name: string) =>
  service.requests.filter(({ call }) => call === name).map(({ input }) => input);

const findSelect = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Model for new chats' });
const shownIn = ({ selectedOptions }: HTMLSelectElement) => selectedOptions[0]?.textContent;

test('the model of new chats is selected by its label, and saved immediately', async () => {
  const host = setUp({ models: true, model: 'fast' }, { default: 'fast' });
  const select = await findSelect();
  expect(shownIn(select)).toBe('Fast');
  await userEvent.selectOptions(select, 'Thorough');
  await waitFor(() => expect(requestsOf(host, 'profile.updateUser')).toEqual([{ model: 'thorough' }]));
  expect(host.session.user$.value?.model).toBe('thorough');
});

test.each([
  ['without a choice', undefined],
  ['with a choice that is no longer offered', 'gone'],
])('%s, the default is named: the model of the team, which answers new chats', async (_, model) => {
  const host = setUp({ models: true, model }, { default: 'thorough' });
  const select = await findSelect();
  expect(shownIn(select)).toBe('Default (Thorough)');
  await userEvent.selectOptions(select, 'Thorough');
  await waitFor(() => expect(requestsOf(host, 'profile.updateUser')).toEqual([{ model: 'thorough' }]));
});

test('a choice can be taken back, for what is the default then', async () => {
  const host = setUp({ models: true, model: 'thorough' }, { default: 'thorough' });
  const select = await findSelect();
  await userEvent.selectOptions(select, 'Default');
  await waitFor(() => expect(requestsOf(host, 'profile.updateUser')).toEqual([{ model: null }]));
  expect(host.session.user$.value?.model).toBeUndefined();
  expect(shownIn(select)).toBe('Default');
});

test('a model that was chosen in another tab is not named as the default', async () => {
  const { session } = setUp({ models: true }, { default: 'fast' });
  const select = await findSelect();
  act(() => session.patch({ model: 'fast' }));
  expect([...select.options].map(({ text }) => text)).toEqual(['Default', 'Fast', 'Thorough']);
  expect(shownIn(select)).toBe('Fast');
});

test('with only one model there is no selection', async () => {
  const host = setUp({});
  expect(await screen.findByRole('combobox', { name: 'Language' })).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Model for new chats' })).toBeNull();
  expect(requestsOf(host, 'chat.listModels')).toEqual([]);
});
