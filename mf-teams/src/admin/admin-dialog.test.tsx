import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { createFakeHost, type FakeHost, testFiller, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { requestsOf, hostWith, idOf, self, teamId, testMember, testRole, testTeam } from '../testing/teams.ts';
import { AdminDialog } from './admin-dialog.tsx';

const agent = (number: number, change: object = {}) => ({
  _id: idOf(0xa000 + number),
  title: `Agent ${number}`,
  instruction: 'Help.',
  files: [],
  teamRoles: [],
  memoryDisabled: false,
  lastUpdate: '2026-11-21T12:00:00.000Z',
  team: teamId,
  ...change,
});

const setUp = async (team = testTeam(), host = hostWith(team)) => {
  const rendered = renderRemote(contract, <AdminDialog />, { host, input: { teamId } });
  const press = userEvent.setup();
  await screen.findByRole('heading', { name: team.name });
  return { ...rendered, host, press };
};
const open = (press: ReturnType<typeof userEvent.setup>, tab: string) =>
  press.click(screen.getByRole('tab', { name: tab }));
const rows = (list: string) => within(screen.getByRole('list', { name: list })).getAllByRole('listitem');

const pickSlots = ({ slots, fillersShown }: FakeHost) => ({ slots, fillersShown });

describe('the dialog of a team', () => {
  test('says that new seats wait for a confirmation by the bank', async () => {
    const seatChange = { quantity: 1200, redirectUrl: 'https://pay.test/invoice', expires: '2027-01-02T12:00:00.000Z' };
    await setUp(testTeam({ seatChange }));
    const words = 'The payment for 1,200 seats isn’t confirmed yet. Open Adjust Seats to continue.';
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('has its name and the tabs Team, Agents and Roles, and clears a selected agent', async () => {
    const { host } = await setUp();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Team', 'Agents', 'Roles']);
    expect(host.eventsSeen).toEqual([{ event: 'teams.adminOpened', payload: {} }]);
  });

  test('has the tabs of other remotes after its own, which receive the team', async () => {
    const slots = { 'teams.panelTabs': [testFiller('Reports')] };
    const host = Object.assign(hostWith(testTeam()), pickSlots(createFakeHost({ fillers: slots })));
    const { press } = await setUp(testTeam(), host);
    await press.click(await screen.findByRole('tab', { name: 'Reports' }));
    expect(await screen.findByText('drawn by Reports')).toBeTruthy();
    expect(host.fillersShown).toMatchObject([{ id: 'reports', input: { teamId } }]);
  });

  test('belongs to the active team if none is given, as from the commands', async () => {
    const user = testUser({ ...self, activeTeam: teamId });
    const host = Object.assign(hostWith(testTeam()), { session: createFakeHost({ user }).session });
    renderRemote(contract, <AdminDialog />, { host, input: {} });
    expect(await screen.findByRole('heading', { name: 'Atlas' })).toBeTruthy();
    expect(host.service.requests).toMatchObject([{ call: 'teams.getTeam', input: { teamId } }]);
  });

  test('shows other users only that they are not an admin', async () => {
    const none = { members: [], nonPayingMembers: [], admins: [], stripeSubscriptionSeats: 0 };
    renderRemote(contract, <AdminDialog />, { host: hostWith(testTeam(none)), input: { teamId } });
    expect(await screen.findByText('You are not an admin of Atlas')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
      'Close',
      'Leave Team',
    ]);
  });

  test('says what failed and tries again', async () => {
    const host = createFakeHost();
    host.service.answer(calls.teams.getTeam, () => {
      throw new Failure(403, 'You are not a member of this team.');
    });
    renderRemote(contract, <AdminDialog />, { host, input: { teamId } });
    expect(await screen.findByText('You are not a member of this team.')).toBeTruthy();
    host.service.answer(calls.teams.getTeam, () => testTeam() as never);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Atlas' })).toBeTruthy();
  });

  test('shows what another dialog changed', async () => {
    let team = testTeam();
    const { host } = await setUp(
      team,
      hostWith(() => team),
    );
    team = testTeam({ name: 'Borealis', stripeSubscriptionSeats: 9 });
    act(() => host.bus.emit(events.teams.changed, { teamId }));
    expect(await screen.findByRole('heading', { name: 'Borealis' })).toBeTruthy();
    expect(screen.getByText('9')).toBeTruthy();
  });
});

describe('the Team tab', () => {
  const figures = () => screen.getByRole('region', { name: 'Seats' }).querySelector('dl')?.textContent;

  test.each([
    [5, '5Total seats', '3Available seats'],
    [3, '3Total seats', '1Available seat'],
    [2, '2Total seats', '0Available seats'],
  ])('of %i seats counts those that are available', async (stripeSubscriptionSeats, ...words) => {
    await setUp(testTeam({ stripeSubscriptionSeats }));
    const read = [...screen.getByRole('region', { name: 'Seats' }).querySelectorAll('dl > div')].map(
      (figure) => `${figure.querySelector('dd')?.textContent}${figure.querySelector('dt')?.textContent}`,
    );
    expect(read).toEqual(words);
    expect(figures()).toBeTruthy();
  });

  test('copies the join link, with its key once it was renewed', async () => {
    const { host, press } = await setUp(testTeam({ joinKey: 'k_1-2' }));
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await press.click(screen.getByRole('button', { name: 'Copy Join Link' }));
    expect(writeText).toHaveBeenCalledWith(`http://atrium.test/join?id=${teamId}&key=k_1-2`);
    expect(host.alertsShown).toEqual([{ type: 'info', time: 3000, message: 'Copied to clipboard.' }]);
    writeText.mockRejectedValue(new Error('denied'));
    await press.click(screen.getByRole('button', { name: 'Copy Join Link' }));
    await waitFor(() => expect(host.alertsShown.at(-1)).toMatchObject({ type: 'error', message: 'Failed to copy' }));
  });

  test('offers no link while every seat is occupied, and none that has expired', async () => {
    const full = await setUp(testTeam({ stripeSubscriptionSeats: 2 }));
    expect(screen.getByText('Add more seats to share join link')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copy Join Link' })).toBeNull();
    full.end();
    await setUp(testTeam({ joinKey: 'k', joinExpires: '2020-01-01T00:00:00.000Z' }));
    expect(screen.getByText('The join link has expired. Renew it so people can join.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copy Join Link' })).toBeNull();
  });

  test('opens seats, members and the options of the team', async () => {
    const { host, press } = await setUp();
    await press.click(screen.getByRole('button', { name: 'Adjust Seats' }));
    await press.click(screen.getByRole('button', { name: 'Manage Grace Hopper' }));
    for (const item of ['Rename', 'Join link', 'Transfer ownership', 'Plan and invoices', 'Usage', 'Activity']) {
      await press.click(screen.getByRole('button', { name: 'Team options' }));
      await press.click(await screen.findByRole('menuitem', { name: item }));
    }
    expect(host.dialogsOpened).toEqual([
      { dialog: 'teams.seats', props: { teamId } },
      { dialog: 'teams.member', props: { teamId, memberId: idOf(1) } },
      { dialog: 'teams.rename', props: { teamId } },
      { dialog: 'teams.joinLink', props: { teamId } },
      { dialog: 'teams.transfer', props: { teamId } },
      { dialog: 'teams.plan', props: { teamId } },
      { dialog: 'billing.settings', props: { tab: 'Usage', teamId } },
      { dialog: 'teams.activity', props: { teamId } },
    ]);
  });

  test('opens the billing portal, and shows a failure', async () => {
    const { host, press } = await setUp();
    const manage = screen.getByRole('button', { name: 'Manage Billing' });
    host.service.answer(calls.billing.createTeamPortalSession, () => {
      throw new Failure(500, {});
    });
    await press.click(manage);
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'An error occurred. Please try again.' }]));
    host.service.answer(calls.billing.createTeamPortalSession, () => ({ redirectUrl: '/local/portal' }));
    await press.click(manage);
    await waitFor(() => expect(host.left).toEqual(['/local/portal']));
  });

  test('lists those in paid seats and the self-billed apart, with admins and roles', async () => {
    const roles = [
      testRole(1, { name: 'Sales', members: [idOf(1)] }),
      testRole(2, { name: 'Ops', members: [idOf(1)] }),
    ];
    await setUp(testTeam({ roles, nonPayingMembers: [testMember(2)] }));
    expect(rows('Members').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Ada LovelaceAdmin'),
      expect.stringContaining('Sales, Ops'),
    ]);
    expect(rows('Members (Self Billed)')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Manage Person 2' })).toBeTruthy();
  });

  test('names people who have one name, or none', async () => {
    const named = (at: number, firstName: string) => testMember(at, { firstName, lastName: '' });
    await setUp(testTeam({ members: [self, named(1, 'Grace'), named(2, '')] }));
    const names = screen
      .getAllByRole('button', { name: /^Manage / })
      .map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual(expect.arrayContaining(['Manage Grace', 'Manage a member']));
  });

  test('has no self-billed section without such members', async () => {
    await setUp();
    expect(screen.queryByText('Members (Self Billed)')).toBeNull();
  });

  test('of 1,000 members shows 50 at a time and finds any by a part of the name or address', async () => {
    const members = [self, ...Array.from({ length: 999 }, (_, at) => testMember(at + 1))];
    members[700] = testMember(700, { firstName: 'Zoë', lastName: 'Brontë' });
    const { press } = await setUp(testTeam({ members, stripeSubscriptionSeats: 1000 }));
    expect(rows('Members')).toHaveLength(50);
    await press.click(screen.getByRole('button', { name: 'Show 50 more of 950' }));
    expect(rows('Members')).toHaveLength(100);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Manage Person 50' }));
    await press.type(screen.getByRole('searchbox', { name: 'Filter members' }), 'bronte zo');
    expect(rows('Members').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Zoë Brontë')]);
    await press.type(screen.getByRole('searchbox', { name: 'Filter members' }), 'x');
    expect(screen.getByText('Nothing matches “bronte zox”.')).toBeTruthy();
  });
});

describe('the Agents tab', () => {
  test('lists agents with who may use them, and creates one for the team', async () => {
    const roles = [testRole(1, { name: 'Sales' })];
    const flows = [agent(1), agent(2, { teamRoles: [roles[0]!._id] }), agent(3, { teamRoles: [idOf(9)] })];
    const { host, press } = await setUp(testTeam({ roles, flows }));
    await open(press, 'Agents');
    expect(rows('Agents').map(({ textContent }) => textContent)).toEqual([
      'Agent 1Everyone on the team',
      'Agent 2Sales',
      'Agent 3No one: its roles were deleted',
    ]);
    await press.click(screen.getByRole('button', { name: 'Create Agent' }));
    await press.click(screen.getByRole('button', { name: 'Edit Agent 2' }));
    expect(host.dialogsOpened).toEqual([
      { dialog: 'workspace.editAgent', props: { teamId } },
      { dialog: 'workspace.editAgent', props: { agentId: idOf(0xa002) } },
    ]);
  });

  test('shows that there are none, with the way to the first', async () => {
    const { press } = await setUp();
    await open(press, 'Agents');
    expect(screen.getByText('No team agents yet')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create Agent' })).toBeTruthy();
  });

  test('deletes an agent after a question', async () => {
    const { host, press } = await setUp(testTeam({ flows: [agent(1)] }));
    host.service.answer(calls.agents.deleteAgent, () => ({}));
    await open(press, 'Agents');
    host.confirmAnswer = false;
    await press.click(screen.getByRole('button', { name: 'Delete Agent 1' }));
    expect(requestsOf(host)).toEqual([]);
    host.confirmAnswer = true;
    await press.click(screen.getByRole('button', { name: 'Delete Agent 1' }));
    await waitFor(() => expect(host.eventsSeen.at(-1)).toEqual({ event: 'teams.changed', payload: { teamId } }));
    expect(requestsOf(host)).toEqual([{ call: 'agents.deleteAgent', input: { flowId: idOf(0xa001) } }]);
  });
});

describe('the Roles tab', () => {
  test('lists roles with their members, to be made and edited', async () => {
    const roles = [testRole(1, { members: [idOf(1)] }), testRole(2)];
    const { host, press } = await setUp(testTeam({ roles }));
    await open(press, 'Roles');
    expect(rows('Roles').map(({ textContent }) => textContent)).toEqual(['Role 11 member', 'Role 20 members']);
    await press.click(screen.getByRole('button', { name: 'Create Role' }));
    await press.click(screen.getByRole('button', { name: 'Edit Role 2' }));
    expect(host.dialogsOpened).toEqual([
      { dialog: 'teams.role', props: { teamId } },
      { dialog: 'teams.role', props: { teamId, roleId: roles[1]!._id } },
    ]);
  });

  test('deletes a role after a confirmation, and shows a failure', async () => {
    const { host, press } = await setUp(testTeam({ roles: [testRole(1)] }));
    host.service.answer(calls.teams.createEditRole, () => {
      throw new Failure(500, {});
    });
    await open(press, 'Roles');
    await press.click(screen.getByRole('button', { name: 'Delete Role 1' }));
    expect(host.dialogsOpened).toMatchObject([
      { dialog: 'shell.confirm', props: { title: 'Delete role', danger: true } },
    ]);
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'An error occurred. Please try again.' }]));
    host.service.answer(calls.teams.createEditRole, () => ({}));
    await press.click(screen.getByRole('button', { name: 'Delete Role 1' }));
    await waitFor(() => expect(host.eventsSeen.at(-1)).toEqual({ event: 'teams.changed', payload: { teamId } }));
    expect(requestsOf(host).at(-1)?.input).toEqual({ teamId, roleId: testRole(1)._id, deleted: true });
  });
});

describe('the focus after a deletion', () => {
  const focused = () => document.activeElement?.getAttribute('aria-label');

  test.each(['Agents', 'Roles'])('in the tab %s moves to the next row, or to the one before', async (tab) => {
    const noun = tab === 'Agents' ? 'Agent' : 'Role';
    const all = [1, 2, 3].map((number) => (tab === 'Agents' ? agent(number) : testRole(number)));
    const left = new Set(all.map(({ _id }) => _id));
    const { host, press } = await setUp(
      testTeam(),
      hostWith(() => testTeam({ [tab === 'Agents' ? 'flows' : 'roles']: all.filter(({ _id }) => left.has(_id)) })),
    );
    host.service.answer(calls.agents.deleteAgent, ({ flowId }) => {
      left.delete(flowId);
      return {};
    });
    host.service.answer(calls.teams.createEditRole, ({ roleId = '' }) => {
      left.delete(roleId);
      return {};
    });
    await open(press, tab);
    for (const [gone, next] of [
      [2, 3],
      [3, 1],
    ]) {
      await press.click(screen.getByRole('button', { name: `Delete ${noun} ${gone}` }));
      await waitFor(() => expect(screen.queryByRole('button', { name: `Delete ${noun} ${gone}` })).toBeNull());
      expect(focused()).toBe(`Delete ${noun} ${next}`);
    }
  });
});
