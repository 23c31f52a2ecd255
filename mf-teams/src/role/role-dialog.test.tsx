import * as calls from '@atrium/shared-kernel/contracts/calls';
import { Failure, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { requestsOf, hostWith, idOf, teamId, testMember, testRole, testTeam } from '../testing/teams.ts';
import { RoleDialog } from './role-dialog.tsx';

const setUp = async (input: object = {}, team = testTeam()) => {
  const host = hostWith(team);
  host.service.answer(calls.teams.createEditRole, () => ({}));
  const rendered = renderRemote(contract, <RoleDialog />, { host, input: { teamId, ...input } });
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeTruthy());
  return { ...rendered, host, press: userEvent.setup() };
};
const save = () => screen.getByRole('button', { name: 'Save' });

describe('a role', () => {
  test('is made with a name and members', async () => {
    const { host, press, closed } = await setUp();
    expect(screen.getByRole('heading', { name: 'Create Role' })).toBeTruthy();
    await press.type(screen.getByLabelText('Name'), ' Sales ');
    await press.click(screen.getByRole('checkbox', { name: 'Grace Hopper' }));
    await press.click(save());
    await waitFor(() => expect(closed).toEqual([undefined]));
    expect(requestsOf(host)).toMatchObject([
      { call: 'teams.createEditRole', input: { teamId, name: 'Sales', members: [idOf(1)] } },
    ]);
    expect(host.eventsSeen).toEqual([{ event: 'teams.changed', payload: { teamId } }]);
  });

  test('starts with the member for whom it is created', async () => {
    await setUp({ memberId: idOf(1) });
    expect(screen.getByRole('checkbox', { name: 'Grace Hopper' })).toHaveProperty('checked', true);
    expect(screen.getByRole('checkbox', { name: 'Ada Lovelace' })).toHaveProperty('checked', false);
  });

  test('is not saved by Enter in the filter of its members', async () => {
    const many = Array.from({ length: 9 }, (_, index) => testMember(index + 2));
    const { host, press, closed } = await setUp({}, testTeam({ nonPayingMembers: many }));
    await press.type(screen.getByLabelText('Name'), 'Sales');
    await press.type(screen.getByRole('searchbox', { name: 'Filter members' }), 'Grace{Enter}');
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    expect([requestsOf(host), closed]).toEqual([[], []]);
  });

  test('needs a name', async () => {
    const { host, press } = await setUp();
    await press.click(save());
    expect(screen.getByText('Name is required.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(requestsOf(host)).toEqual([]);
  });

  test('is changed, without members who have left the team', async () => {
    const role = testRole(1, { name: 'Sales', members: [idOf(1), idOf(77)] });
    const { host, press } = await setUp({ roleId: role._id }, testTeam({ roles: [role] }));
    expect(screen.getByRole('heading', { name: 'Edit Role' })).toBeTruthy();
    await press.type(screen.getByLabelText('Name'), ' North');
    await press.click(save());
    await waitFor(() => expect(requestsOf(host)).toHaveLength(1));
    expect(requestsOf(host)[0]?.input).toEqual({ teamId, roleId: role._id, name: 'Sales North', members: [idOf(1)] });
  });

  test('that could not be saved stays as it was typed', async () => {
    const { host, press, closed } = await setUp();
    host.service.answer(calls.teams.createEditRole, () => {
      throw new Failure(500, {});
    });
    await press.type(screen.getByLabelText('Name'), 'Sales{Enter}');
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'An error occurred. Please try again.' }]));
    expect([closed, screen.getByLabelText<HTMLInputElement>('Name').value]).toEqual([[], 'Sales']);
  });

  test('is created once if the first answer is lost and it is saved again', async () => {
    const { host, press, closed } = await setUp();
    host.service.answer(calls.teams.createEditRole, () => {
      throw new Unreachable();
    });
    await press.type(screen.getByLabelText('Name'), 'Sales{Enter}');
    await waitFor(() => expect(host.alertsShown).toHaveLength(1));
    host.service.answer(calls.teams.createEditRole, () => ({}));
    await press.click(save());
    await waitFor(() => expect(closed).toHaveLength(1));
    const [first, second] = requestsOf(host);
    expect(first?.input).toMatchObject({ name: 'Sales', newRoleId: expect.stringMatching(/^[0-9a-f]{24}$/) });
    expect(second).toEqual(first);
  });

  test('that is gone says so', async () => {
    renderRemote(contract, <RoleDialog />, { host: hostWith(testTeam()), input: { teamId, roleId: idOf(5) } });
    expect(await screen.findByText('This role does not exist.')).toBeTruthy();
  });
});
