import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import * as events from '#contracts/events';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { LeftBar } from '../left-bar/left-bar.tsx';
import { agentOf, freshId } from '../testing/chats.ts';
import { BuildAgentDialog } from './build-agent-dialog.tsx';
import { EditAgentDialog } from './edit-agent-dialog.tsx';

type Host = ReturnType<typeof createFakeHost>;
const sent = (host: Host, call: { name: string }) =>
  host.service.requests.filter((one) => one.call === call.name).map(({ input }) => input);
const emitted = (host: Host) =>
  host.eventsSeen.filter(({ event }) => event === events.workspace.agentsChanged.name).map((one) => one.payload);
const selections = (host: Host) =>
  host.eventsSeen.filter(({ event }) => event === events.workspace.agentSelected.name).map((one) => one.payload);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const box = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });
const file = { name: 'rules.txt', type: 'text/plain', url: '/objects/rules' };
const [editors, gone] = ['Editors', 'Gone'].map((name) => ({
  _id: freshId(),
  name,
  deleted: name === 'Gone',
  members: [],
  team: 'b'.repeat(24),
}));
const team = {
  _id: 'b'.repeat(24),
  name: 'Atlas',
  members: [],
  nonPayingMembers: [],
  roles: [editors!, gone!],
  flows: [],
  admins: [],
  stripeSubscriptionSeats: 2,
};

describe('the dialog of an agent', () => {
  const show = (input: object = {}, agent?: Agent, host = createFakeHost()) => {
    host.service.answer(calls.agents.createEditAgent, ({ title }) => ({ flow: agentOf({ title }) }));
    if (agent) host.service.answer(calls.agents.getAgent, () => agent);
    host.service.answer(calls.teams.getTeam, () => team);
    return renderRemote(contract, <EditAgentDialog />, { host, input });
  };

  test('needs a name, then instructions or a file', async () => {
    const { host } = show();
    expect(document.activeElement).toBe(await box('Name'));
    await save();
    expect(await screen.findByText('Name is required.')).toBeTruthy();
    expect(screen.getByText('Instructions or files are required.')).toBeTruthy();
    await userEvent.type(await box('Name'), 'Pirate');
    await save();
    expect(screen.queryByText('Name is required.')).toBeNull();
    expect(document.activeElement).toBe(await box('Instructions'));
    await userEvent.type(await box('Instructions'), 'Arr.');
    expect(screen.queryByText('Instructions or files are required.')).toBeNull();
    expect(sent(host, calls.agents.createEditAgent)).toEqual([]);
  });

  test('has 3 to 12 rows for the instructions', async () => {
    show();
    const area = await box('Instructions');
    expect(area.getAttribute('rows')).toBe('3');
    expect(area.parentElement?.style.getPropertyValue('--max-rows')).toBe('12');
  });

  test('saves the form, announces the agent and closes with it', async () => {
    const { host, closed } = show();
    await userEvent.type(await box('Name'), ' Pirate ');
    await userEvent.type(await box('Instructions'), 'Arr.');
    await userEvent.type(await box('Welcome message'), 'Ahoy!');
    await userEvent.click(screen.getByRole('switch', { name: /^Memory/ }));
    await save();
    await waitFor(() => expect(closed).toMatchObject([{ title: 'Pirate' }]));
    expect(sent(host, calls.agents.createEditAgent)).toMatchObject([
      { title: 'Pirate', instruction: 'Arr.', files: [], memoryDisabled: true, welcomeMessage: 'Ahoy!' },
    ]);
    expect(emitted(host)).toEqual([{ agentId: (closed[0] as Agent)._id }]);
  });

  test('says Saving, and stays as it is where the service refuses', async () => {
    const { host, closed } = show({}, undefined);
    const { promise, reject } = Promise.withResolvers<never>();
    host.service.answer(calls.agents.createEditAgent, () => promise);
    await userEvent.type(await box('Name'), 'Pirate');
    await userEvent.type(await box('Instructions'), 'Arr.');
    await save();
    expect(await screen.findByRole('button', { name: 'Saving' })).toBeTruthy();
    reject(new Failure(400, 'Too many agents.'));
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ type: 'error', message: 'Too many agents.' }]));
    expect([(await box('Name')).value, closed, emitted(host)]).toEqual(['Pirate', [], []]);
  });

  test('uploads files, and does not save before they are there', async () => {
    const { host, closed } = show();
    const { promise, resolve } = Promise.withResolvers<void>();
    host.service.answer(calls.files.uploadUrl, () => ({ uploadUrl: '/put', key: 'chat files/a b.txt' }));
    vi.spyOn(host.client, 'upload').mockImplementation(() => promise);
    await userEvent.type(await box('Name'), 'Clerk');
    await userEvent.upload(screen.getByLabelText('Choose files'), [
      new File(['Rhyme.'], 'notes.md', { type: 'text/markdown' }),
      new File(['x'], 'a.zip', { type: 'application/zip' }),
    ]);
    expect(host.alertsShown.splice(0)).toMatchObject([{ message: expect.stringContaining('a.zip') as string }]);
    expect(await screen.findByText('notes.txt')).toBeTruthy();
    await save();
    expect(host.alertsShown).toMatchObject([
      { message: 'Some files are still uploading. Please wait until all uploads are complete.' },
    ]);
    expect(sent(host, calls.agents.createEditAgent)).toEqual([]);
    resolve();
    await screen.findByRole('button', { name: 'Remove notes.txt' });
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent(host, calls.agents.createEditAgent)).toMatchObject([
      { files: [{ name: 'notes.txt', type: 'text/plain', url: '/objects/chat%20files/a%20b.txt' }] },
    ]);
  });

  test('marks the files that the model will not read, existing ones as well', async () => {
    const { host } = show({ agentId: agentOf({})._id }, agentOf({ files: [file] }));
    host.service.answer(calls.files.inspectFiles, ({ files }) => ({
      notes: files.map(({ name, url }) => ({ url, code: 'no-text', text: `No text in ${name}.` })),
    }));
    host.service.answer(calls.files.uploadUrl, () => ({ uploadUrl: '/put', key: 'a/b.pdf' }));
    vi.spyOn(host.client, 'upload').mockResolvedValue();
    expect(await screen.findByText(`No text in ${file.name}.`)).toBeTruthy();
    await userEvent.upload(
      screen.getByLabelText('Choose files'),
      new File(['x'], 'scan.pdf', { type: 'application/pdf' }),
    );
    expect(await screen.findByText('No text in scan.pdf.')).toBeTruthy();
  });

  test('files that are dropped on its files are added, and anything else is not', async () => {
    const { host } = show();
    host.service.answer(calls.files.uploadUrl, () => ({ uploadUrl: '/put', key: 'a/b.txt' }));
    vi.spyOn(host.client, 'upload').mockResolvedValue();
    const group = await screen.findByRole('group', { name: 'Files' });
    const dataTransfer = { types: ['Files'], files: [new File(['Rhyme.'], 'notes.txt', { type: 'text/plain' })] };
    fireEvent.dragOver(group, { dataTransfer });
    expect(screen.getByText('Drop your files here')).toBeTruthy();
    fireEvent.drop(group, { dataTransfer });
    expect(screen.queryByText('Drop your files here')).toBeNull();
    expect(await screen.findByRole('button', { name: 'Remove notes.txt' })).toBeTruthy();
    fireEvent.dragOver(group, { dataTransfer: { types: ['text/plain'], files: [] } });
    expect(screen.queryByText('Drop your files here')).toBeNull();
  });

  test('an upload that fails removes its file and shows this until dismissed', async () => {
    const { host } = show();
    host.service.answer(calls.files.uploadUrl, () => {
      throw new Failure(500, {});
    });
    await userEvent.upload(screen.getByLabelText('Choose files'), new File(['x'], 'notes.txt', { type: 'text/plain' }));
    await waitFor(() =>
      expect(host.alertsShown).toEqual([
        { type: 'error', time: 0, message: 'Failed to upload file notes.txt, please try again.' },
      ]),
    );
    expect(screen.queryByText('notes.txt')).toBeNull();
  });

  test('shows the agent that is edited and keeps its id', async () => {
    const agent = agentOf({ title: 'Poet', instruction: 'Rhyme.', files: [file], welcomeMessage: 'Oh!' });
    const { host, closed } = show({ agentId: agent._id }, agent);
    expect((await box('Welcome message')).value).toBe('Oh!');
    await userEvent.click(screen.getByRole('button', { name: 'Remove rules.txt' }));
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent(host, calls.agents.createEditAgent)).toMatchObject([{ flowId: agent._id, title: 'Poet', files: [] }]);
  });

  test('a shared agent is saved as a new one of one’s own', async () => {
    const agent = agentOf({ title: 'Poet', files: [file], team: team._id, teamRoles: [editors!._id] });
    const { host, closed } = show({ sharedFrom: agent._id }, agent);
    expect((await box('Name')).value).toBe('Poet');
    expect(screen.getByRole('heading', { name: 'Create Agent' })).toBeTruthy();
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    const [request] = sent(host, calls.agents.createEditAgent);
    expect(request).toMatchObject({ title: 'Poet', files: [file] });
    expect(Object.keys(request as object)).not.toEqual(expect.arrayContaining(['flowId']));
    expect(Object.keys(request as object)).not.toEqual(expect.arrayContaining(['teamId']));
  });

  test('an agent can be replaced by another one of the same owner, which is announced', async () => {
    const agent = agentOf({ title: 'Poet' });
    const next = agentOf({ title: 'Bard' });
    const host = createFakeHost();
    host.service.answer(calls.agents.listAgents, () => ({
      flows: [agent, next, agentOf({ title: 'Of the team', team: team._id })],
    }));
    host.service.answer(calls.agents.deleteAgent, () => ({}));
    const { closed } = show({ agentId: agent._id }, agent, host);
    const select = await screen.findByRole('combobox', { name: 'Replaced by' });
    expect([...select.children].map((option) => option.textContent)).toEqual(['No other agent', 'Bard']);
    await userEvent.selectOptions(select, 'Bard');
    await userEvent.click(screen.getByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(closed).toEqual([next]));
    expect(sent(host, calls.agents.deleteAgent)).toEqual([{ flowId: agent._id, replacedBy: next._id }]);
    expect(emitted(host)).toEqual([{ agentId: agent._id, deleted: true }]);
  });

  test('typed text is restored when the form closed unsaved, and gone when it was discarded', async () => {
    const input = { title: 'Poet', instruction: 'Rhyme.' };
    const first = show(input);
    await userEvent.type(await box('Instructions'), ' In four lines.');
    first.end();
    const again = show(input, undefined, first.host);
    expect((await box('Instructions')).value).toBe('Rhyme. In four lines.');
    again.end();
    const other = show({ ...input, instruction: 'Sing.' }, undefined, first.host);
    expect((await box('Instructions')).value).toBe('Sing.');
    other.end();
    const last = show(input, undefined, first.host);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    last.end();
    show(input, undefined, first.host);
    expect((await box('Instructions')).value).toBe('Rhyme.');
  });

  test('an agent of a team has its living roles', async () => {
    const { host, closed } = show({ teamId: team._id });
    await userEvent.type(await box('Name'), 'Ours');
    await userEvent.type(await box('Instructions'), 'Help.');
    expect(screen.queryByRole('checkbox', { name: 'Gone' })).toBeNull();
    expect(screen.getByText('If no role is selected, every team member can use this agent.')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Editors' }));
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent(host, calls.agents.createEditAgent)).toMatchObject([{ teamId: team._id, teamRoleIds: [editors!._id] }]);
  });

  test('an agent that no longer exists shows this; users without a plan are invited to subscribe', async () => {
    const { host, ...shown } = show({ sharedFrom: freshId() });
    host.service.answer(calls.agents.getAgent, () => {
      throw failureOf('unknown-agent');
    });
    expect(await screen.findByText('Couldn’t load the agent.')).toBeTruthy();
    shown.end();
    show({ sharedFrom: freshId() }, undefined, createFakeHost({ user: testUser({ subscriptionEndDate: undefined }) }));
    expect(screen.getByRole('link', { name: 'Join Today' })).toBeTruthy();
  });
});

test('Build Manually opens the form', async () => {
  const { closed } = renderRemote(contract, <BuildAgentDialog />, { input: {} });
  await userEvent.click(screen.getByRole('button', { name: 'Build Manually' }));
  expect(closed).toEqual(['manual']);
});

test('Guide Me opens the interview', async () => {
  const { closed } = renderRemote(contract, <BuildAgentDialog />, { input: {} });
  await userEvent.click(screen.getByRole('button', { name: 'Guide Me' }));
  expect(closed).toEqual(['guided']);
});

describe('agents in the left bar', () => {
  const show = (flows: Agent[], admin = false, host = createFakeHost()) => {
    let listed = flows;
    host.service.answer(calls.chat.listChats, () => ({ chats: [] }));
    host.service.answer(calls.tags.listTags, () => ({ tags: [] }));
    host.service.answer(calls.agents.listAgents, () => ({ flows: listed }));
    host.service.answer(calls.teams.listTeams, () => ({ teams: [{ _id: team._id, name: 'Atlas', admin }] }));
    host.service.answer(calls.agents.deleteAgent, () => {
      listed = [];
      return {};
    });
    return renderRemote(contract, <LeftBar />, { host });
  };
  const menuOf = async (title: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Options for ${title}` }));
    return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  };

  test('have a menu: Edit, Share, Delete; a deleted one is gone and no longer selected', async () => {
    const agent = agentOf({ title: 'Poet', clicked: true });
    const { host } = show([agent]);
    await userEvent.click(await screen.findByRole('button', { name: 'Poet' }));
    expect(await menuOf('Poet')).toEqual(['Edit', 'Share', 'Delete']);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Poet' })).toBeNull());
    expect(sent(host, calls.agents.deleteAgent)).toEqual([{ flowId: agent._id }]);
    const selected = host.eventsSeen.filter(({ event }) => event === events.workspace.agentSelected.name);
    expect(selected.at(-1)?.payload).toEqual({});
    expect(emitted(host)).toEqual([{ agentId: agent._id, deleted: true }]);
  });

  test('of a team have one for its admins only', async () => {
    const flows = [agentOf({ title: 'Ours', team: team._id }), agentOf({ title: 'Mine' })];
    const shown = show(flows);
    await screen.findByRole('button', { name: 'Options for Mine' });
    expect(screen.queryByRole('button', { name: 'Options for Ours' })).toBeNull();
    shown.end();
    show(flows, true);
    expect(await menuOf('Ours')).toEqual(['Edit', 'Share', 'Delete']);
  });

  test('can be deleted, and those that are shared no longer shared, after the plan’s end', async () => {
    const flows = [agentOf({ title: 'Open', shared: true }), agentOf({ title: 'Private', shared: false })];
    show(flows, false, createFakeHost({ user: testUser({ subscriptionEndDate: undefined }) }));
    expect(await menuOf('Open')).toEqual(['Share', 'Delete']);
    await userEvent.keyboard('{Escape}');
    expect(await menuOf('Private')).toEqual(['Delete']);
  });

  test('are built by the way that was chosen', async () => {
    const { host } = show([]);
    host.dialogResult = 'manual';
    await userEvent.click(await screen.findByRole('button', { name: 'Build agent' }));
    await waitFor(() =>
      expect(host.dialogsOpened.map(({ dialog }) => dialog)).toEqual(['workspace.buildAgent', 'workspace.editAgent']),
    );
  });

  test('are built in an interview, for which nothing stays selected', async () => {
    const { host } = show([agentOf({ title: 'Poet', clicked: true })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Poet' }));
    host.dialogResult = 'guided';
    await userEvent.click(await screen.findByRole('button', { name: 'Build agent' }));
    await waitFor(() => expect(host.navigation.location$.value.search).toBe('?function=agentCreator'));
    expect(selections(host).at(-1)).toEqual({});
    expect(screen.getByRole('button', { name: 'Poet' }).getAttribute('aria-current')).toBeNull();
  });
});

describe('the selected agent', () => {
  const [old, newer] = [agentOf({ title: 'Old', clicked: true }), agentOf({ title: 'Newer', clicked: true })];
  /** Selects `old`. The list is `after` then, and the service returns `found` for its id. */
  const select = async (after: Agent[], found: () => Agent) => {
    const host = createFakeHost();
    let listed = [old, newer];
    host.service.answer(calls.chat.listChats, () => ({ chats: [] }));
    host.service.answer(calls.tags.listTags, () => ({ tags: [] }));
    host.service.answer(calls.agents.listAgents, () => ({ flows: listed }));
    host.service.answer(calls.agents.getAgent, found);
    renderRemote(contract, <LeftBar />, { host });
    await userEvent.click(await screen.findByRole('button', { name: 'Old' }));
    listed = after;
    await act(async () => {
      host.navigation.navigate('/?chat=0123456789abcdef01234567');
      host.bus.emit(events.workspace.agentsChanged, { agentId: old._id });
    });
    return host;
  };

  test('that another replaced gives way to that, where the person is', async () => {
    const host = await select([newer], () => newer);
    await waitFor(() => expect(selections(host).at(-1)).toEqual({ agent: newer, replaces: old._id }));
    expect(host.navigation.location$.value.search).toBe('?chat=0123456789abcdef01234567');
    expect((await screen.findByRole('button', { name: 'Newer' })).getAttribute('aria-current')).toBeTruthy();
  });

  test('that was changed is announced again', async () => {
    const changed = { ...old, welcomeMessage: 'Hi!', lastUpdate: '2026-08-01T00:00:00.000Z' };
    const host = await select([changed, newer], () => changed);
    await waitFor(() => expect(selections(host).at(-1)).toEqual({ agent: changed, replaces: old._id }));
  });

  test('that was deleted is no longer selected, which is shown; the user stays on the page', async () => {
    const host = await select([newer], () => {
      throw failureOf('unknown-agent');
    });
    await waitFor(() => expect(selections(host).at(-1)).toEqual({}));
    expect(host.alertsShown).toMatchObject([{ type: 'info', message: '“Old” is no longer available to you.' }]);
    expect(host.navigation.location$.value.search).toBe('?chat=0123456789abcdef01234567');
  });
});
