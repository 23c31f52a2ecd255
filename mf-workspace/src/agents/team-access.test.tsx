import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { agentOf, freshId } from '../testing/chats.ts';
import { EditAgentDialog } from './edit-agent-dialog.tsx';

const teamId = freshId();
const roleOf = (name: string) => ({ _id: freshId(), name, deleted: false, members: [], team: teamId });
const [sales, support] = [roleOf('Sales'), roleOf('Support')];
const everyoneHint = 'If no role is selected, every team member can use this agent.';
const closedHint = 'No one can use this agent, because its roles were deleted. Select who can use it.';

const show = (change: Partial<Agent>) => {
  const host = createFakeHost();
  const agent = agentOf({ title: 'Payroll', instruction: 'Be exact.', team: teamId, ...change });
  let roles = [sales, support];
  host.service.answer(calls.agents.getAgent, () => agent);
  host.service.answer(calls.agents.listAgents, () => ({ flows: [agent] }));
  host.service.answer(calls.agents.createEditAgent, () => ({ flow: agent }));
  host.service.answer(calls.teams.getTeam, () => ({
    _id: teamId,
    name: 'Atlas',
    members: [],
    nonPayingMembers: [],
    roles,
    flows: [],
    admins: [],
    stripeSubscriptionSeats: 2,
  }));
  const shown = renderRemote(contract, <EditAgentDialog />, { host, input: { agentId: agent._id } });
  /** Saves the form and returns what the request says about who may use the agent. */
  const save = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shown.closed).toHaveLength(1));
    const { teamRoleIds, everyone } = host.service.requests.find(
      ({ call }) => call === calls.agents.createEditAgent.name,
    )!.input as { teamRoleIds?: string[]; everyone?: true };
    return { teamRoleIds, everyone };
  };
  const deleteRole = async ({ _id }: { readonly _id: string }) => {
    roles = roles.filter((role) => role._id !== _id);
    await act(() => shown.queries.refetchQueries({ queryKey: ['team'] }));
  };
  return { save, deleteRole };
};
const box = (name: string) => screen.findByRole('checkbox', { name });
const typo = async () => userEvent.type(await screen.findByRole('textbox', { name: 'Instructions' }), ' Please.');

describe('who may use a team’s agent', () => {
  test('is not part of a save that does not change it', async () => {
    const { save } = show({ teamRoles: [sales._id], closed: false });
    await typo();
    expect(await save()).toEqual({});
  });

  test('is saved as it was chosen', async () => {
    const { save } = show({ teamRoles: [sales._id], closed: false });
    await userEvent.click(await box('Sales'));
    expect(screen.getByText(everyoneHint)).toBeTruthy();
    expect(await save()).toEqual({ teamRoleIds: [] });
  });

  test('stays no one after its roles were deleted, although other parts of it are changed', async () => {
    const { save } = show({ closed: true });
    await typo();
    expect(screen.getByText(closedHint)).toBeTruthy();
    expect(screen.queryByText(everyoneHint)).toBeNull();
    expect(await save()).toEqual({});
  });

  test('stays no one where its only role is deleted while the form is open', async () => {
    const { save, deleteRole } = show({ teamRoles: [sales._id], closed: false });
    await box('Sales');
    await deleteRole(sales);
    expect(await screen.findByText(closedHint)).toBeTruthy();
    expect(await save()).toEqual({});
  });

  test('can be everyone instead of no one, on purpose', async () => {
    const { save } = show({ closed: true });
    await userEvent.click(await box('Everyone on the team'));
    expect(await save()).toEqual({ teamRoleIds: [], everyone: true });
  });

  test('can be another role instead of no one', async () => {
    const { save } = show({ closed: true });
    await userEvent.click(await box('Support'));
    expect(screen.queryByRole('checkbox', { name: 'Everyone on the team' })).toBeNull();
    expect(await save()).toEqual({ teamRoleIds: [support._id] });
  });
});
