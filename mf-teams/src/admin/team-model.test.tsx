import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { testTeam } from '../testing/teams.ts';
import { TeamModel } from './team-model.tsx';

const models = [
  { id: 'fast', label: 'Fast', takes: [], thinks: false },
  { id: 'thorough', label: 'Thorough', takes: [], thinks: true },
];
const show = (several: boolean) => {
  const host = createFakeHost({ user: testUser({ models: several }) });
  host.service.answer(calls.chat.listModels, () => ({ models }));
  host.service.answer(calls.teams.setTeamModel, () => ({}));
  renderRemote(contract, <TeamModel team={{ ...testTeam(), model: 'thorough' }} />, { host });
  return host;
};
const requestsOf = (host: ReturnType<typeof show>, name: string) =>
  host.service.requests.filter(({ call }) => call === name).map(({ input }) => input);
const choice = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Model for new chats' });

describe('the model for new chats of a team', () => {
  test('is chosen by its admin, and announced', async () => {
    const host = show(true);
    expect((await choice()).selectedOptions[0]?.textContent).toBe('Thorough');
    await userEvent.selectOptions(await choice(), 'No default');
    await waitFor(() => expect(requestsOf(host, 'teams.setTeamModel')).toMatchObject([{ model: null }]));
    expect(host.eventsSeen).toMatchObject([{ event: 'teams.changed' }]);
  });

  test('is not offered where there is only one', () => {
    const host = show(false);
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(requestsOf(host, 'chat.listModels')).toEqual([]);
  });
});
