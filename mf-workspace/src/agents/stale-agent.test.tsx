import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
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

const show = () => {
  const host = createFakeHost();
  host.service.answer(calls.agents.getAgent, () => agent);
  host.service.answer(calls.agents.listAgents, () => ({ flows: [agent] }));
  host.service.answer(calls.agents.createEditAgent, ({ title }) => {
    if (agent === before) {
      agent = { ...before, ...change };
      throw failureOf('stale', { revision: 'now' });
    }
    return { flow: { ...agent, title } };
  });
  return renderRemote(contract, <EditAgentDialog />, { host, input: { agentId: before._id } });
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
    await waitFor(() => expect(closed).toHaveLength(1));
    const sent = host.service.requests.filter(({ call }) => call === calls.agents.createEditAgent.name);
    expect(sent.map(({ basedOn }) => basedOn)).toEqual(['"guide-1"', '"guide-2"']);
    expect(sent[1]?.input).toMatchObject({ title: 'Guide of us', instruction: 'Answer in short.' });
  });

  test('may be taken as they made it', async () => {
    show();
    const note = await rename();
    await userEvent.click(note.getByRole('button', { name: 'Discard my changes' }));
    expect((await name()).value).toBe('Guide');
    expect(screen.getByRole('textbox', { name: 'Instructions' })).toHaveProperty('value', 'Answer at length.');
    expect(screen.getByRole('switch', { name: /^Memory/ })).toHaveProperty('checked', false);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
