import { readAgain } from '@atrium/shared-kernel/changes/read-again';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import type { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { agentOf } from '../testing/chats.ts';
import { EditAgentDialog } from './edit-agent-dialog.tsx';

const models = [
  { id: 'fast', label: 'Fast', takes: [], thinks: false },
  { id: 'thorough', label: 'Thorough', takes: [], thinks: true },
];
const show = (agent: Agent, several = true, input: object = { agentId: agent._id }) => {
  const host = createFakeHost({ user: testUser({ models: several }) });
  host.service.answer(calls.agents.getAgent, () => agent);
  host.service.answer(calls.agents.listAgents, () => ({ flows: [agent] }));
  host.service.answer(calls.agents.createEditAgent, () => ({ flow: agent }));
  host.service.answer(calls.chat.listModels, () => ({ models }));
  return renderRemote(contract, <EditAgentDialog />, { host, input });
};
/** Somebody else changes the agent while its form is open. */
const changeTo = (host: ReturnType<typeof createFakeHost>, queries: QueryClient, answer: () => Agent) => {
  host.service.answer(calls.agents.getAgent, answer);
  act(() => readAgain([queries], { type: 'changed', kind: 'agents', ids: [] }));
};
const sent = (host: ReturnType<typeof createFakeHost>) =>
  host.service.requests.filter(({ call }) => call === calls.agents.createEditAgent.name).map(({ input }) => input);
const choice = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Model' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('the model of an agent', () => {
  test('is chosen in its form, and cleared there again', async () => {
    const { host, closed } = show(agentOf({ model: 'fast' }));
    expect((await choice()).selectedOptions[0]?.textContent).toBe('Fast');
    await userEvent.selectOptions(await choice(), 'Thorough');
    await userEvent.selectOptions(await choice(), 'Each person’s own choice');
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent(host)).toMatchObject([{ model: null }]);
  });

  test('that the user may not use stays until another one is chosen', async () => {
    const { host, closed } = show(agentOf({ model: 'gone' }));
    expect((await choice()).selectedOptions[0]?.textContent).toBe('A model you can’t use');
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent(host)[0]).not.toHaveProperty('model');
  });

  test.each([
    ['the same', 'fast', 'Fast', 'fast'],
    ['each person’s own choice, if the user may not use it,', 'gone', 'Each person’s own choice', null],
  ])('of an agent that is copied is %s for the copy', async (_, model, shown, asked) => {
    const original = agentOf({ model, revision: 'one' });
    const { host, closed } = show(original, true, { sharedFrom: original._id });
    expect((await choice()).selectedOptions[0]?.textContent).toBe(shown);
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent(host)).toMatchObject([{ model: asked }]);
  });

  test('and other parts of an agent that is copied may change meanwhile: the copy replaces nothing', async () => {
    const original = agentOf({ model: 'fast', revision: 'one' });
    const { host, closed, queries } = show(original, true, { sharedFrom: original._id });
    await choice();
    const looks = () => host.service.requests.filter(({ call }) => call === calls.agents.getAgent.name).length;
    changeTo(host, queries, () => ({ ...original, title: 'Another', model: 'thorough', revision: 'two' }));
    await waitFor(() => expect(looks()).toBe(2));
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sent(host)).toMatchObject([{ title: original.title, model: 'fast' }]);
  });

  test('that somebody else chose meanwhile is shown, and replaced on purpose only', async () => {
    const before = agentOf({ model: 'fast', revision: 'one' });
    const { host, closed, queries } = show(before);
    await choice();
    changeTo(host, queries, () => ({ ...before, model: 'thorough', revision: 'two' }));
    const note = within(await screen.findByRole('alert'));
    expect(note.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Model']);
    expect(note.getByRole('definition').textContent).toBe('Thorough');
    await userEvent.click(note.getByRole('button', { name: 'Keep mine' }));
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent(host)).toMatchObject([{ model: 'fast' }]);
  });

  test.each([
    ['gone', 'A model you can’t use'],
    [undefined, 'Each person’s own choice'],
  ])('is named as its choice names it: %s', async (model, text) => {
    const before = agentOf({ model: 'fast', revision: 'one' });
    const { host, queries } = show(before);
    await choice();
    changeTo(host, queries, () => ({ ...before, model, revision: 'two' }));
    const note = within(await screen.findByRole('alert'));
    expect(note.getByRole('definition').textContent).toBe(text);
  });

  test('stays when the agent was deleted meanwhile and is created again', async () => {
    const { host, closed, queries } = show(agentOf({ model: 'fast' }));
    await choice();
    changeTo(host, queries, () => {
      throw failureOf('unknown-agent');
    });
    await screen.findByRole('alert');
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent(host)).toMatchObject([{ model: 'fast' }]);
  });

  test('is not offered where there is only one', async () => {
    const { host } = show(agentOf(), false);
    expect(await screen.findByRole('textbox', { name: 'Instructions' })).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Model' })).toBeNull();
    expect(host.service.requests.some(({ call }) => call === calls.chat.listModels.name)).toBe(false);
  });
});
