import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { AdminDialog } from '../admin/admin-dialog.tsx';
import { requestsOf, hostWith, idOf, self, teamId, testTeam } from '../testing/teams.ts';

const setUp = async (team: Team) => {
  const host = hostWith(team);
  host.confirmAnswer = true;
  host.service.answer(calls.session.getUser, () => testUser());
  host.service.answer(calls.teams.leaveTeam, () => ({}));
  host.service.answer(calls.teams.closeTeam, () => ({}));
  const rendered = renderRemote(contract, <AdminDialog />, { host, input: { teamId } });
  await screen.findByRole('heading', { name: 'Atlas' });
  return { ...rendered, host, press: userEvent.setup() };
};
const asksTeams = (host: Parameters<typeof requestsOf>[0]) =>
  requestsOf(host).filter(({ call }) => call.startsWith('teams.'));
const entries = async (press: ReturnType<typeof userEvent.setup>) => {
  await press.click(screen.getByRole('button', { name: 'Team options' }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
};

describe('a member of a team', () => {
  test('leaves it after a confirmation, and updates the user', async () => {
    const none = { members: [], nonPayingMembers: [], admins: [], stripeSubscriptionSeats: 0 };
    const { host, press, closed } = await setUp(testTeam(none));
    await press.click(await screen.findByRole('button', { name: 'Leave Team' }));
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(host.dialogsOpened.at(-1)).toMatchObject({ props: { title: 'Leave this team?', danger: true } });
    expect(asksTeams(host)).toEqual([{ call: 'teams.leaveTeam', input: { teamId } }]);
    await waitFor(() => expect(requestsOf(host).at(-1)?.call).toBe('session.getUser'));
    expect(host.alertsShown).toMatchObject([{ type: 'info', message: 'You left Atlas.' }]);
    expect(host.eventsSeen.at(-1)).toEqual({ event: 'teams.changed', payload: { teamId } });
  });

  test('leaves it where the user cannot be fetched again, and it is no longer their active one', async () => {
    const { host, press, closed } = await setUp(testTeam({ admins: [self._id, idOf(1)] }));
    act(() => host.session.patch({ activeTeam: teamId }));
    host.service.answer(calls.session.getUser, () => {
      throw new Unreachable();
    });
    await entries(press);
    await press.click(screen.getByRole('menuitem', { name: 'Leave team' }));
    await waitFor(() => expect(closed).toEqual([undefined]));
    await waitFor(() => expect(host.session.user$.value?.activeTeam).toBeUndefined());
    expect(host.alertsShown).toMatchObject([{ type: 'info', message: 'You left Atlas.' }]);
  });

  test('learns that their card is charged, and that leaving ends the plan', async () => {
    const none = { members: [], nonPayingMembers: [], admins: [], stripeSubscriptionSeats: 0 };
    const { host, press } = await setUp(testTeam({ ...none, payer: self._id }));
    expect(await screen.findByText('Your card still pays for its plan.')).toBeTruthy();
    await press.click(screen.getByRole('button', { name: 'Leave Team' }));
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'You left Atlas.' }]));
    expect(JSON.stringify(host.dialogsOpened.at(-1))).toContain(
      'Your card won’t be charged again, and the plan ends with the paid period unless an admin resumes it.',
    );
  });

  test('leaves by the menu as one of several admins, but not as the only one', async () => {
    const first = await setUp(testTeam());
    expect(await entries(first.press)).not.toContain('Leave team');
    first.end();
    const { host, press } = await setUp(testTeam({ admins: [self._id, idOf(1)], owner: self._id }));
    await entries(press);
    await press.click(screen.getByRole('menuitem', { name: 'Leave team' }));
    await waitFor(() => expect(asksTeams(host)).toEqual([{ call: 'teams.leaveTeam', input: { teamId } }]));
    expect(JSON.stringify(host.dialogsOpened.at(-1))).toContain('Your card won’t be charged again');
  });

  test('closes it only as its owner, by typing a word', async () => {
    const other = await setUp(testTeam({ admins: [self._id, idOf(1)], owner: idOf(1) }));
    expect(await entries(other.press)).not.toContain('Close team');
    other.end();
    const { host, press, closed } = await setUp(testTeam({ owner: self._id }));
    await entries(press);
    await press.click(screen.getByRole('menuitem', { name: 'Close team' }));
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(host.dialogsOpened.at(-1)).toMatchObject({ props: { word: 'close', danger: true } });
    expect(asksTeams(host)).toEqual([{ call: 'teams.closeTeam', input: { teamId } }]);
    expect(host.alertsShown).toMatchObject([{ message: 'Atlas is closed.' }]);
  });

  test('sees why it cannot be closed, and stays', async () => {
    const { host, press, closed } = await setUp(testTeam());
    host.service.answer(calls.teams.closeTeam, () => {
      throw failureOf('not-team-owner');
    });
    await entries(press);
    await press.click(screen.getByRole('menuitem', { name: 'Close team' }));
    await waitFor(() =>
      expect(host.alertsShown).toMatchObject([
        { type: 'error', message: 'Only the admin who pays for this team can close it.' },
      ]),
    );
    expect(closed).toEqual([]);
  });
});
