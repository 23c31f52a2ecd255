import * as calls from '@atrium/shared-kernel/contracts/calls';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { requestsOf, hostWith, teamId, testTeam } from '../testing/teams.ts';
import { RenameDialog } from './rename-dialog.tsx';

const setUp = async () => {
  const host = hostWith(testTeam());
  host.service.answer(calls.teams.renameTeam, () => ({}));
  const rendered = renderRemote(contract, <RenameDialog />, { host, input: { teamId } });
  return { ...rendered, host, press: userEvent.setup(), field: await screen.findByLabelText('Name') };
};

test('a team gets another name', async () => {
  const { host, press, field, closed } = await setUp();
  await press.clear(field);
  await press.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Name is required.')).toBeTruthy();
  expect(requestsOf(host)).toEqual([]);
  await press.type(field, 'Borealis{Enter}');
  await waitFor(() => expect(closed).toEqual([undefined]));
  expect(requestsOf(host)).toEqual([{ call: 'teams.renameTeam', input: { teamId, name: 'Borealis' } }]);
  expect(host.eventsSeen).toEqual([{ event: 'teams.changed', payload: { teamId } }]);
  expect(host.alertsShown).toMatchObject([{ type: 'info', message: 'The team is now called Borealis.' }]);
});

test('a name that stays the same is not sent', async () => {
  const { host, press, closed } = await setUp();
  await press.click(screen.getByRole('button', { name: 'Save' }));
  expect([requestsOf(host), closed]).toEqual([[], [undefined]]);
});
