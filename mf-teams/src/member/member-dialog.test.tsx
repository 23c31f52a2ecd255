import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { requestsOf, hostWith, idOf, self, teamId, testRole, testTeam } from '../testing/teams.ts';
import { MemberDialog } from './member-dialog.tsx';

const memberId = idOf(1);
const setUp = async (team: Team | (() => Team), of = memberId) => {
  const host = hostWith(team);
  host.service.answer(calls.teams.editUserRoles, () => ({}));
  const rendered = renderRemote(contract, <MemberDialog />, { host, input: { teamId, memberId: of } });
  await screen.findByRole('heading', { name: 'Manage Team Member' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeTruthy());
  return { ...rendered, host, press: userEvent.setup() };
};
const box = (name: string) => screen.getByRole('checkbox', { name });

describe('managing a member', () => {
  test('gives exactly the roles that are ticked', async () => {
    const roles = [testRole(1, { members: [memberId] }), testRole(2, { members: [memberId] }), testRole(3)];
    const { host, press, closed } = await setUp(testTeam({ roles }));
    expect(['Role 1', 'Role 2', 'Role 3'].map((name) => (box(name) as HTMLInputElement).checked)).toEqual([
      true,
      true,
      false,
    ]);
    await press.click(box('Role 1'));
    await press.click(box('Role 3'));
    await press.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(closed).toEqual([undefined]));
    const roleIds = [roles[1]!._id, roles[2]!._id];
    expect(requestsOf(host)).toEqual([{ call: 'teams.editUserRoles', input: { teamId, memberId, roleIds } }]);
    expect(host.eventsSeen).toEqual([{ event: 'teams.changed', payload: { teamId } }]);
  });

  test('is not saved by Enter in the filter of the roles', async () => {
    const roles = Array.from({ length: 9 }, (_, index) => testRole(index + 1));
    const { host, press, closed } = await setUp(testTeam({ roles }));
    await press.type(screen.getByRole('searchbox', { name: 'Filter roles' }), 'Role 3{Enter}');
    expect(box('Role 3')).toBeTruthy();
    expect([requestsOf(host), closed]).toEqual([[], []]);
  });

  test('shows Saving, shows a failure and stays open', async () => {
    const { host, press, closed } = await setUp(testTeam({ roles: [testRole(1)] }));
    const answer = Promise.withResolvers<Record<string, never>>();
    host.service.answer(calls.teams.editUserRoles, () => answer.promise);
    await press.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByRole('button', { name: 'Saving' })).toBeTruthy();
    await act(async () => answer.reject(new Failure(500, {})));
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'An error occurred. Please try again.' }]));
    expect([closed, box('Role 1')]).toEqual([[], expect.anything()]);
  });

  test('creates a role for the member in between, which is checked then', async () => {
    let team = testTeam({ roles: [testRole(1)] });
    const { host, press } = await setUp(() => team);
    await press.click(box('Role 1'));
    await press.click(screen.getByRole('button', { name: 'Create Role' }));
    expect(host.dialogsOpened).toEqual([{ dialog: 'teams.role', props: { teamId, memberId } }]);
    team = testTeam({ roles: [testRole(1), testRole(2, { members: [memberId] })] });
    act(() => host.bus.emit(events.teams.changed, { teamId }));
    expect(await screen.findByRole('checkbox', { name: 'Role 2' })).toHaveProperty('checked', true);
    expect(box('Role 1')).toHaveProperty('checked', true);
  });

  test('removes them after a question', async () => {
    const { host, press, closed } = await setUp(testTeam());
    host.service.answer(calls.teams.removeMember, () => ({}));
    host.confirmAnswer = false;
    await press.click(screen.getByRole('button', { name: 'Remove' }));
    expect([requestsOf(host), closed]).toEqual([[], []]);
    host.confirmAnswer = true;
    await press.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(requestsOf(host)).toEqual([{ call: 'teams.removeMember', input: { teamId, memberId } }]);
    expect(host.eventsSeen).toEqual([{ event: 'teams.changed', payload: { teamId } }]);
    expect(host.dialogsOpened.at(-1)).toMatchObject({ props: { title: 'Remove member', danger: true } });
  });

  test('says that the plan ends before it removes whoever pays', async () => {
    const { host, press } = await setUp(testTeam({ payer: memberId }));
    host.service.answer(calls.teams.removeMember, () => ({}));
    await press.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(requestsOf(host)).toHaveLength(1));
    expect(JSON.stringify(host.dialogsOpened.at(-1))).toContain(
      'Their card won’t be charged again, and the plan ends with the paid period unless an admin resumes it.',
    );
  });

  test('says nothing of the plan before it removes anybody else', async () => {
    const { host, press } = await setUp(testTeam({ owner: self._id, payer: self._id }));
    host.confirmAnswer = false;
    await press.click(screen.getByRole('button', { name: 'Remove' }));
    expect(JSON.stringify(host.dialogsOpened.at(-1))).not.toContain('card');
  });

  test('leaves the team for oneself, with a way back', async () => {
    const { host, press, closed } = await setUp(testTeam({ admins: [self._id, memberId], payer: self._id }), self._id);
    host.service.answer(calls.teams.leaveTeam, () => ({}));
    host.service.answer(calls.session.getUser, () => testUser());
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    await press.click(screen.getByRole('button', { name: 'Leave Team' }));
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(requestsOf(host)[0]).toEqual({ call: 'teams.leaveTeam', input: { teamId } });
    const question = JSON.stringify(host.dialogsOpened.at(-1));
    expect(question).toContain('To come back, you need its join link. Your card won’t be charged again');
  });

  test('shows a failed removal', async () => {
    const { host, press, closed } = await setUp(testTeam());
    host.service.answer(calls.teams.removeMember, () => {
      throw new Failure(500, {});
    });
    await press.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'An error occurred. Please try again.' }]));
    expect(closed).toEqual([]);
  });

  test('makes them an admin, and removes the right again, with or without roles', async () => {
    const first = await setUp(testTeam({ roles: [testRole(1)] }));
    const { host, press, closed } = first;
    host.service.answer(calls.teams.setTeamAdmin, () => ({}));
    await press.click(box('Team admin'));
    await press.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(requestsOf(host)).toEqual([{ call: 'teams.setTeamAdmin', input: { teamId, memberId, admin: true } }]);
    first.end();
    const both = await setUp(testTeam({ roles: [testRole(1)], admins: [self._id, memberId] }));
    both.host.service.answer(calls.teams.setTeamAdmin, () => ({}));
    await both.press.click(box('Team admin'));
    await both.press.click(box('Role 1'));
    await both.press.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(both.closed).toEqual([undefined]));
    expect(requestsOf(both.host)).toMatchObject([
      { call: 'teams.editUserRoles', input: { roleIds: [testRole(1)._id] } },
      { call: 'teams.setTeamAdmin', input: { teamId, memberId, admin: false } },
    ]);
  });

  test('says that the card of whoever pays is charged without admin rights, too', async () => {
    const admins = [self._id, memberId];
    const team = testTeam({ admins, owner: memberId, payer: memberId });
    const first = await setUp(team);
    expect(screen.getByText(/Their card pays for the team either way\.$/)).toBeTruthy();
    first.end();
    const own = await setUp(testTeam({ admins, owner: self._id, payer: self._id }), self._id);
    expect(screen.getByText(/Your card pays for the team either way\.$/)).toBeTruthy();
    own.end();
    await setUp(team, self._id);
    expect(screen.queryByText(/either way/)).toBeNull();
  });

  test('does not offer to remove the last admin', async () => {
    await setUp(testTeam(), self._id);
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    expect(screen.getByText(/remove a team’s last admin/)).toBeTruthy();
    expect((box('Team admin') as HTMLInputElement).disabled).toBe(true);
  });
});
