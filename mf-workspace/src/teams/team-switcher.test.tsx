import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { TeamSummary } from '@atrium/shared-kernel/contracts/entities/team';
import * as events from '#contracts/events';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { LeftBar } from '../left-bar/left-bar.tsx';
import { agentOf, freshId } from '../testing/chats.ts';
import { hadTeams, rememberTeams } from './teams-known.ts';

const [atlas, borea] = ['Atlas', 'Borea'].map((name) => ({ _id: freshId(), name, admin: false })) as [
  TeamSummary,
  TeamSummary,
];

const show = (teams: readonly TeamSummary[] = [atlas, borea]) => {
  const host = createFakeHost({ user: testUser({ activeTeam: atlas._id }) });
  let active = atlas._id;
  host.service.answer(calls.chat.listChats, () => ({ chats: [] }));
  host.service.answer(calls.tags.listTags, () => ({ tags: [] }));
  host.service.answer(calls.agents.listAgents, () => ({
    flows: [agentOf({ title: active === atlas._id ? 'Of Atlas' : 'Of Borea', team: active, clicked: true })],
  }));
  host.service.answer(calls.agents.getAgent, () => agentOf());
  host.service.answer(calls.teams.listTeams, () => ({ teams: [...teams] }));
  host.service.answer(calls.session.getUser, () => testUser({ activeTeam: active }));
  const switched = Promise.withResolvers<void>();
  host.service.answer(calls.teams.switchActiveTeam, async ({ teamId }) => {
    await switched.promise;
    active = teamId;
    return {};
  });
  return { ...renderRemote(contract, <LeftBar />, { host }), switched };
};
const choose = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Team: Atlas' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

test('another team is switched to: Switching until it is the active one, and then its agents are there', async () => {
  const { host, switched } = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Of Atlas' }));
  await choose('Borea');
  const busy = screen.getByRole<HTMLButtonElement>('button', { name: 'Switching' });
  expect(busy.textContent).toBe('Switching');
  expect(busy.disabled).toBe(true);
  switched.resolve();
  expect(await screen.findByRole('button', { name: 'Team: Borea' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Of Borea' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Of Atlas' })).toBeNull();
  const emitted = host.eventsSeen.filter(({ event }) => event === events.workspace.agentSelected.name);
  expect(emitted.at(-1)?.payload).toEqual({});
});

test.each([
  [{}, 'Failed to switch teams, please try again.'],
  [{ msg: 'This team has ended.' }, 'This team has ended.'],
])('a switch that failed with %j says so and leaves the team', async (body, message) => {
  const { host, switched } = show();
  await choose('Borea');
  switched.reject(new Failure(500, body));
  await waitFor(() => expect(host.alertsShown).toEqual([{ type: 'error', time: 7500, message }]));
  expect(screen.getByRole('button', { name: 'Team: Atlas' })).toBeTruthy();
});

test('a person who could not be fetched after the switch is in the new team all the same', async () => {
  const { host, switched } = show();
  host.service.answer(calls.session.getUser, () => {
    throw new Unreachable();
  });
  await choose('Borea');
  switched.resolve();
  expect(await screen.findByRole('button', { name: 'Team: Borea' })).toBeTruthy();
});

test('users in one team have no switcher; users in no team get no request for it', async () => {
  const shown = show([atlas]);
  await screen.findByRole('button', { name: 'Of Atlas' });
  await waitFor(() => expect(shown.host.service.requests.some(({ call }) => call === 'teams.listTeams')).toBe(true));
  expect(screen.queryByRole('button', { name: /^Team:/ })).toBeNull();
});

test('the space for the switcher is reserved on the next load', async () => {
  const shown = show();
  await screen.findByRole('button', { name: 'Team: Atlas' });
  const { local } = shown.host.storage;
  expect(hadTeams(local)).toBe(true);
  rememberTeams(local, 1);
  expect(hadTeams(local)).toBe(false);
});

test('says once per session that a plan was transferred to this user and ends, with a way to keep it', async () => {
  const planEnds = '2026-12-21T10:00:00.000Z';
  const { host } = show([{ ...atlas, admin: true, planEnds }]);
  await waitFor(() => expect(host.alertsShown).toHaveLength(1));
  const [alert] = host.alertsShown;
  expect(alert).toMatchObject({
    type: 'warn',
    time: 0,
    message:
      'The person who paid for Atlas left. Its plan ends on Dec 21, 2026, and then no one has a seat. To keep it, resume it with a card of your own.',
    action: { label: 'Open team' },
  });
  alert?.action?.onSelect();
  expect(host.dialogsOpened).toEqual([{ dialog: 'teams.admin', props: { teamId: atlas._id } }]);
  // The list is fetched again and the bar remounted, but the banner is not repeated.
  host.bus.emit(events.teams.changed, { teamId: atlas._id });
  cleanup();
  renderRemote(contract, <LeftBar />, { host });
  await screen.findByRole('button', { name: 'Of Atlas' });
  expect(host.alertsShown).toHaveLength(1);
});

test('hides the banner once the plan is renewed, and shows none for a plan in good standing', async () => {
  const { host } = show([{ ...atlas, planEnds: '2026-12-21T10:00:00.000Z' }]);
  const dismissed: string[] = [];
  host.alerts.dismiss = (id) => void dismissed.push(id);
  await waitFor(() => expect(host.alertsShown).toHaveLength(1));
  host.service.answer(calls.teams.listTeams, () => ({ teams: [atlas] }));
  host.bus.emit(events.teams.changed, { teamId: atlas._id });
  await waitFor(() => expect(dismissed).toEqual(['1']));
  expect(host.alertsShown).toHaveLength(1);
});
