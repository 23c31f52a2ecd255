import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import { readAgain } from '@atrium/shared-kernel/changes/read-again';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { agentOf } from '../testing/chats.ts';
import { EditAgentDialog } from './edit-agent-dialog.tsx';

const before = agentOf({ title: 'Guide', instruction: 'Answer in short.', revision: 'guide-1' });
const change = { instruction: 'Answer at length.', memoryDisabled: true, revision: 'guide-2' };
let agent: Agent;
beforeEach(() => {
  agent = before;
});

const show = (agentId = before._id, host = createFakeHost()) => {
  host.service.answer(calls.agents.getAgent, () => agent);
  host.service.answer(calls.agents.listAgents, () => ({ flows: [agent] }));
  host.service.answer(calls.agents.createEditAgent, ({ title }) => {
    if (agent === before) {
      agent = { ...before, ...change };
      throw failureOf('stale', { revision: 'now' });
    }
    return { flow: { ...agent, title } };
  });
  return renderRemote(contract, <EditAgentDialog />, { host, input: { agentId } });
};
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const rename = async () => {
  await userEvent.type(await name(), ' of us');
  await save();
  return within(await screen.findByRole('alert'));
};

describe('an agent that somebody else changes while it is edited', () => {
  test('shows what they made of it beside what is typed, and is saved over it on purpose only', async () => {
    const { host, closed } = show();
    const note = await rename();
    expect(note.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Instructions', 'Memory']);
    expect(note.getByText('Answer at length.')).toBeTruthy();
    expect((await name()).value).toBe('Guide of us');
    expect([closed, host.alertsShown]).toEqual([[], []]);
    await save();
    expect(host.service.requests.filter(({ call }) => call === calls.agents.createEditAgent.name)).toHaveLength(1);
    await userEvent.click(note.getByRole('button', { name: 'Keep mine' }));
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    const sent = host.service.requests.filter(({ call }) => call === calls.agents.createEditAgent.name);
    expect(sent.map(({ basedOn }) => basedOn)).toEqual(['"guide-1"', '"guide-2"']);
    expect(sent[1]?.input).toMatchObject({ title: 'Guide of us', instruction: 'Answer in short.' });
  });

  test('shows the same if they change it before the form opens again with what was typed', async () => {
    const first = show();
    await userEvent.type(await name(), ' of us');
    first.end();
    agent = { ...before, instruction: 'Answer at length.', revision: 'guide-2' };
    const { host, closed } = show(before._id, first.host);
    expect((await name()).value).toBe('Guide of us');
    const note = within(await screen.findByRole('alert'));
    expect(note.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Instructions']);
    await userEvent.click(note.getByRole('button', { name: 'Keep mine' }));
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(host.service.requests.at(-1)).toMatchObject({
      input: { title: 'Guide of us', instruction: 'Answer in short.' },
      basedOn: '"guide-2"',
    });
  });

  test('says that they deleted it, and is saved as a new one with what was typed', async () => {
    const { host, closed, queries } = show();
    await userEvent.type(await name(), ' of us');
    host.service.answer(calls.agents.getAgent, () => {
      throw failureOf('unknown-agent');
    });
    act(() => readAgain([queries], { type: 'changed', kind: 'agents', ids: [] }));
    expect((await screen.findByRole('alert')).textContent).toContain('This agent was deleted in the meantime.');
    expect((await name()).value).toBe('Guide of us');
    agent = { ...before, revision: 'guide-3' };
    host.service.answer(calls.agents.createEditAgent, ({ title }) => ({ flow: { ...before, title } }));
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(host.service.requests.at(-1)?.input).not.toHaveProperty('flowId');
  });

  test('says which one replaced it, and is saved as a new one with what was typed', async () => {
    const next = agentOf({ title: 'Pilot', instruction: 'Land.', revision: 'pilot-1' });
    const { host, closed, queries } = show();
    host.service.answer(calls.agents.listAgents, () => ({ flows: [agent, agentOf({ title: 'Other' })] }));
    await userEvent.type(await name(), ' of us');
    agent = next;
    act(() => readAgain([queries], { type: 'changed', kind: 'agents', ids: [] }));
    const note = await screen.findByRole('alert');
    expect(note.textContent).toBe(
      'This agent was replaced by “Pilot” in the meantime. Save to create it again as a new one.',
    );
    expect((await name()).value).toBe('Guide of us');
    expect(screen.getByRole('textbox', { name: 'Instructions' })).toHaveProperty('value', 'Answer in short.');
    host.service.answer(calls.agents.createEditAgent, ({ title }) => ({ flow: { ...before, title } }));
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    const { input } = host.service.requests.at(-1)!;
    expect(input).toMatchObject({ title: 'Guide of us', instruction: 'Answer in short.' });
    expect(input).not.toHaveProperty('flowId');
  });

  test('can replace no other one any longer once it was deleted', async () => {
    const { host, closed, queries } = show();
    host.service.answer(calls.agents.listAgents, () => ({ flows: [agent, agentOf({ title: 'Other' })] }));
    await userEvent.selectOptions(await screen.findByRole('combobox'), 'Other');
    expect(screen.getByRole('button', { name: 'Replace' })).toBeTruthy();
    host.service.answer(calls.agents.getAgent, () => {
      throw failureOf('unknown-agent');
    });
    act(() => readAgain([queries], { type: 'changed', kind: 'agents', ids: [] }));
    await screen.findByRole('alert');
    expect(screen.queryByRole('combobox')).toBeNull();
    host.service.answer(calls.agents.createEditAgent, ({ title }) => ({ flow: { ...before, title } }));
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(host.service.requests.at(-1)?.call).toBe(calls.agents.createEditAgent.name);
  });

  test('that was replaced before its form opened is edited as the one that replaced it', async () => {
    const { host, closed } = show(agentOf()._id);
    expect((await name()).value).toBe('Guide');
    agent = { ...before };
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(host.service.requests.at(-1)?.input).toMatchObject({ flowId: before._id });
  });

  test('can be accepted as they saved it', async () => {
    show();
    const note = await rename();
    await userEvent.click(note.getByRole('button', { name: 'Use theirs' }));
    expect((await name()).value).toBe('Guide');
    expect(screen.getByRole('textbox', { name: 'Instructions' })).toHaveProperty('value', 'Answer at length.');
    expect(screen.getByRole('switch', { name: /^Memory/ })).toHaveProperty('checked', false);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
