import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import * as events from '#contracts/events';
import contract from '../../contract.ts';
import { requestsOf, hostWith, idOf, self, teamId, testMember, testTeam } from '../testing/teams.ts';
import { TransferDialog } from './transfer-dialog.tsx';

const setUp = (team: Team | (() => Team) = testTeam({ nonPayingMembers: [testMember(2)] })) => {
  const host = hostWith(team);
  host.service.answer(calls.teams.transferOwnership, () => ({}));
  return { ...renderRemote(contract, <TransferDialog />, { host, input: { teamId } }), host, press: userEvent.setup() };
};

describe('the ownership of a team', () => {
  test('can be given to any other member, and the dialog closes for the former admin', async () => {
    const { host, press, closed } = setUp();
    await screen.findByRole('radio', { name: /Grace Hopper/ });
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Transfer' })).toHaveProperty('disabled', true);
    await press.click(screen.getByRole('radio', { name: /Person 2/ }));
    await press.click(screen.getByRole('button', { name: 'Transfer' }));
    await waitFor(() => expect(closed).toEqual([true]));
    expect(requestsOf(host).map(({ input }) => input)).toEqual([{ teamId, memberId: idOf(2), stay: false }]);
    expect(host.eventsSeen).toEqual([{ event: 'teams.changed', payload: { teamId } }]);
    expect(host.alertsShown).toMatchObject([{ type: 'info', message: 'Person 2 now owns Atlas.' }]);
  });

  test('may be shared', async () => {
    const { host, press } = setUp();
    await press.click(await screen.findByRole('radio', { name: /Grace Hopper/ }));
    await press.click(screen.getByRole('checkbox', { name: 'Keep me as an admin' }));
    await press.click(screen.getByRole('button', { name: 'Transfer' }));
    await waitFor(() => expect(requestsOf(host)[0]?.input).toMatchObject({ memberId: idOf(1), stay: true }));
  });

  test('moves without the card of whoever pays, which is said before', async () => {
    setUp(testTeam({ owner: self._id, payer: self._id }));
    expect(await screen.findByText(/^You’ll keep paying for this team with your card\./)).toBeTruthy();
  });

  test('says nothing about a card that is no longer charged', async () => {
    const ending = {
      status: 'active' as const,
      cancelAtEnd: true,
      interval: 'month' as const,
      quantity: 5,
      amount: 4500,
      currency: 'usd',
      endDate: '2030-01-02T12:00:00.000Z',
    };
    setUp(testTeam({ owner: self._id, payer: self._id, plan: ending }));
    await screen.findByRole('radio', { name: /Grace Hopper/ });
    expect(screen.queryByText(/with your card/)).toBeNull();
  });

  test('stays with another admin who pays', async () => {
    const team = testTeam({ admins: [self._id, idOf(2)], owner: idOf(2), nonPayingMembers: [testMember(2)] });
    const { host, press } = setUp(team);
    await press.click(await screen.findByRole('radio', { name: /Grace Hopper/ }));
    expect(screen.getByText('Person 2 stays the owner of this team.')).toBeTruthy();
    expect(screen.getByRole('group', { name: 'New admin' })).toBeTruthy();
    await press.click(screen.getByRole('button', { name: 'Transfer' }));
    await waitFor(() =>
      expect(host.alertsShown).toMatchObject([{ message: 'Grace Hopper is now an admin of Atlas.' }]),
    );
  });

  test('stays with whoever pays and stays an admin', async () => {
    const { host, press } = setUp(testTeam({ owner: self._id }));
    await press.click(await screen.findByRole('radio', { name: /Grace Hopper/ }));
    await press.click(screen.getByRole('checkbox', { name: 'Keep me as an admin' }));
    await press.click(screen.getByRole('button', { name: 'Transfer' }));
    await waitFor(() =>
      expect(host.alertsShown).toMatchObject([{ message: 'Grace Hopper is now an admin of Atlas.' }]),
    );
  });

  test('moves to the admin who pays', async () => {
    const team = testTeam({ admins: [self._id, idOf(1)], owner: idOf(1) });
    const { host, press } = setUp(team);
    await press.click(await screen.findByRole('radio', { name: /Grace Hopper/ }));
    await press.click(screen.getByRole('button', { name: 'Transfer' }));
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Grace Hopper now owns Atlas.' }]));
  });

  test('moves with the admin rights of whoever pays', async () => {
    const { host, press } = setUp(testTeam({ owner: self._id }));
    await press.click(await screen.findByRole('radio', { name: /Grace Hopper/ }));
    await press.click(screen.getByRole('button', { name: 'Transfer' }));
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Grace Hopper now owns Atlas.' }]));
  });

  test('can be shared without scrolling past all members', async () => {
    setUp();
    const stay = await screen.findByRole('checkbox', { name: 'Keep me as an admin' });
    const after = stay.compareDocumentPosition(screen.getByRole('list', { name: 'Members' }));
    expect(after & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  test('is not transferred by Enter in the filter', async () => {
    const many = Array.from({ length: 9 }, (_, index) => testMember(index + 2));
    const { host, press, closed } = setUp(testTeam({ nonPayingMembers: many }));
    await press.click(await screen.findByRole('radio', { name: /Person 2/ }));
    await press.type(screen.getByRole('searchbox', { name: 'Filter members' }), 'Grace{Enter}');
    expect([requestsOf(host), closed]).toEqual([[], []]);
  });

  test('goes to nobody who is out of sight: the chosen member stays, whatever the filter is', async () => {
    const many = Array.from({ length: 70 }, (_, index) => testMember(index + 2));
    const { press } = setUp(testTeam({ nonPayingMembers: many }));
    const filter = await screen.findByRole('searchbox', { name: 'Filter members' });
    const chosen = () => screen.queryByRole('radio', { name: /Person 65/, checked: true });
    await press.type(filter, 'Person 65');
    await press.click(screen.getByRole('radio', { name: /Person 65/ }));
    await press.clear(filter);
    expect(chosen()).toBeTruthy();
    await press.type(filter, 'Grace');
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    expect(chosen()).toBeTruthy();
    await press.type(filter, ' nobody');
    expect(screen.getByText('Nothing matches “Grace nobody”.')).toBeTruthy();
    expect(chosen()).toBeTruthy();
    await press.clear(filter);
    await press.click(screen.getByRole('radio', { name: /Grace/ }));
    expect(screen.queryByRole('radio', { name: /Person 65/ })).toBeNull();
  });

  test('cannot go to a member who has left in the meantime', async () => {
    let team = testTeam({ nonPayingMembers: [testMember(2)] });
    const { host, press } = setUp(() => team);
    await press.click(await screen.findByRole('radio', { name: /Person 2/ }));
    team = testTeam();
    act(() => host.bus.emit(events.teams.changed, { teamId }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Transfer' })).toHaveProperty('disabled', true));
  });

  test('is unavailable without other members', async () => {
    setUp(testTeam({ members: [self] }));
    expect(await screen.findByText('No one else is on this team yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Transfer' })).toBeNull();
  });
});
