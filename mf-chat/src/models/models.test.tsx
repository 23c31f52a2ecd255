import { readAgain } from '@atrium/shared-kernel/changes/read-again';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { chatId, messageId, numbered, storedMessage } from '../testing/replies.ts';
import { namedChat, renderChat, sendPrompt } from '../testing/screen.tsx';
import { parseDraft, storedDraft, emptyDraft } from '../draft/draft.ts';

const models = [
  { id: 'fast', label: 'Fast', takes: ['pictures'], thinks: false, price: 1 },
  { id: 'thorough', label: 'Thorough', description: 'For hard questions', takes: [], thinks: true, price: 3 },
];
const someResearch = {
  models: [...models, { id: 'deep', label: 'Deep', takes: [], thinks: true }],
  default: 'fast',
  research: { models: ['thorough', 'deep'], default: 'deep' },
};
const renderWithModels = (more: Parameters<typeof renderChat>[0] = {}) =>
  renderChat({
    user: testUser({ models: true }),
    ...more,
    prepare: (host) => host.service.answer(calls.chat.listModels, () => ({ models })),
  });
const poet = {
  _id: '1'.repeat(24),
  title: 'Poet',
  instruction: 'Rhyme.',
  files: [],
  teamRoles: [],
  memoryDisabled: false,
  lastUpdate: new Date().toISOString(),
  model: 'thorough',
};
const requestsOf = ({ host }: ReturnType<typeof renderChat>, name: string) =>
  host.service.requests.filter(({ call }) => call === name).map((one) => one.input);
const picker = (label: string) => screen.findByRole('button', { name: `Model: ${label}` });
const answered = storedMessage({ modal: 'Fast', model: 'fast' });

describe('with one model', () => {
  test('there is nothing to choose, and nothing is requested', async () => {
    const rendered = renderChat({ path: `/?chat=${chatId}`, messages: [answered] });
    expect(await screen.findByRole('button', { name: 'Regenerate answer' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Model:|another model/ })).toBeNull();
    expect(screen.queryByText('Fast')).toBeNull();
    expect(requestsOf(rendered, 'chat.listModels')).toEqual([]);
  });
});

describe('with several models', () => {
  test('one is chosen in the composer by keys, says what it can do, and answers the next message', async () => {
    const rendered = renderWithModels();
    const press = userEvent.setup();
    const trigger = await picker('Fast');
    act(() => trigger.focus());
    await press.keyboard('{Enter}');
    expect((await screen.findByRole('menuitemcheckbox', { name: /^Fast/ })).getAttribute('aria-checked')).toBe('true');
    expect(screen.getByText('For hard questions · Shows its thoughts · $$$')).toBeDefined();
    await press.keyboard('thor{Enter}');
    expect(await picker('Thorough')).toBeDefined();
    await sendPrompt('Why?');
    expect(requestsOf(rendered, 'chat.streamReply')).toMatchObject([{ prompt: 'Why?', model: 'thorough' }]);
    rendered.reply.push(
      ...numbered({ type: 'chatId', chatId }, { type: 'id', id: messageId }, { type: 'text', text: 'So.' }),
    );
    // The chat continues with the model, which the service knows already, so no call contains it again.
    expect(await picker('Thorough')).toBeDefined();
  });

  test('that of a message that waits for a reply is shown for the one after it', async () => {
    const rendered = renderWithModels();
    const press = userEvent.setup();
    await sendPrompt('Why?');
    await press.click(await picker('Fast'));
    await press.click(await screen.findByRole('menuitemcheckbox', { name: /^Thorough/ }));
    await sendPrompt('And how?');
    expect(await screen.findByText('Sent next:')).toBeDefined();
    expect(await picker('Thorough')).toBeDefined();
    await press.click(screen.getByRole('button', { name: 'Cancel queued message' }));
    expect(await picker('Thorough')).toBeDefined();
    expect(requestsOf(rendered, 'chat.streamReply')).toMatchObject([{ prompt: 'Why?' }]);
  });

  test('a chat shows its own, else the person’s, and the first one where that is gone', async () => {
    renderWithModels({ user: testUser({ models: true, model: 'thorough' }) });
    expect(await picker('Thorough')).toBeDefined();
  });

  test('that of the agent is named, unless the chat has its own', async () => {
    const { host } = renderWithModels({ user: testUser({ models: true, model: 'fast' }) });
    host.service.answer(calls.agents.getAgent, () => poet);
    expect(await picker('Fast')).toBeDefined();
    act(() => host.bus.emit(events.workspace.agentSelected, { agent: poet }));
    await userEvent.setup().click(await picker('Thorough'));
    await userEvent.setup().click(await screen.findByRole('menuitemcheckbox', { name: /^Fast/ }));
    expect(await picker('Fast')).toBeDefined();
  });

  test('that of the agent is named in a chat that was held with it', async () => {
    const { host } = renderChat({
      user: testUser({ models: true }),
      prepare: (one) => one.service.answer(calls.chat.listModels, () => someResearch),
    });
    host.service.answer(calls.agents.getAgent, () => poet);
    const chat = { ...namedChat('Poems'), flow: poet._id };
    host.service.answer(calls.chat.getChat, () => ({ chat, messages: [answered] }));
    act(() => host.navigation.navigate(`/?chat=${chatId}`));
    expect(await picker('Thorough')).toBeDefined();
    host.service.answer(calls.chat.getChat, () => ({ chat: { ...chat, model: 'fast' }, messages: [answered] }));
    act(() => host.navigation.navigate(`/?chat=${'e'.repeat(24)}`));
    expect(await picker('Fast')).toBeDefined();
    // The chat's model answers no research, so the agent's does.
    await userEvent.setup().click(screen.getByRole('button', { name: 'Research mode' }));
    expect(await picker('Thorough')).toBeDefined();
  });

  test('that of the team is named where neither the chat nor the person has one', async () => {
    renderChat({
      user: testUser({ models: true }),
      prepare: (host) => host.service.answer(calls.chat.listModels, () => ({ models, default: 'thorough' })),
    });
    expect(await picker('Thorough')).toBeDefined();
  });

  test('that of another team is named after a switch to it', async () => {
    const { host, queries } = renderChat({
      user: testUser({ models: true }),
      prepare: (one) => one.service.answer(calls.chat.listModels, () => ({ models, default: 'thorough' })),
    });
    expect(await picker('Thorough')).toBeDefined();
    host.service.answer(calls.chat.listModels, () => ({ models, default: 'fast' }));
    act(() => readAgain([queries], { type: 'changed', kind: 'settings', ids: [] }));
    expect(await picker('Fast')).toBeDefined();
  });

  test('one that is gone is answered for by the first', async () => {
    renderWithModels({ user: testUser({ models: true, model: 'gone' }) });
    expect(await picker('Fast')).toBeDefined();
  });

  test('a secure message and a picture have none to choose', async () => {
    renderWithModels({ user: testUser({ models: true, booktAdmin: true }) });
    await picker('Fast');
    const press = userEvent.setup();
    for (const mode of ['Image mode', 'Secure mode']) {
      await press.click(screen.getByRole('button', { name: mode }));
      await waitFor(() => expect(screen.queryByRole('button', { name: /^Model:/ })).toBeNull());
      await press.click(screen.getByRole('button', { name: mode }));
      expect(await picker('Fast')).toBeDefined();
    }
  });

  test('a research names the one that answers it, and offers only those that can', async () => {
    renderChat({
      user: testUser({ models: true, model: 'fast' }),
      prepare: (host) => host.service.answer(calls.chat.listModels, () => someResearch),
    });
    await picker('Fast');
    const press = userEvent.setup();
    await press.click(screen.getByRole('button', { name: 'Research mode' }));
    await press.click(await picker('Deep'));
    expect((await screen.findAllByRole('menuitemcheckbox')).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Thorough'),
      expect.stringContaining('Deep'),
    ]);
  });

  test('a research has none to choose where it has models of its own, and nor has its answer', async () => {
    renderChat({
      user: testUser({ models: true }),
      path: `/?chat=${chatId}`,
      messages: [{ ...answered, mode: 'research' }],
      prepare: (host) => host.service.answer(calls.chat.listModels, () => ({ models, research: { models: [] } })),
    });
    expect(await screen.findByRole('button', { name: 'Regenerate answer' })).toBeDefined();
    await picker('Fast');
    expect(screen.queryByRole('button', { name: 'Regenerate with another model' })).toBeNull();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Research mode' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Model:/ })).toBeNull());
  });

  test('an answer names its model, and can be regenerated with another one', async () => {
    const rendered = renderWithModels({ path: `/?chat=${chatId}`, messages: [answered] });
    const press = userEvent.setup();
    await press.click(await screen.findByRole('button', { name: 'Regenerate with another model' }));
    expect(screen.getByRole('group', { name: 'Answer' }).textContent).toContain('Fast');
    await press.click(await screen.findByRole('menuitemcheckbox', { name: /^Thorough/ }));
    await waitFor(() =>
      expect(requestsOf(rendered, 'chat.streamReply')).toMatchObject([{ replaces: answered._id, model: 'thorough' }]),
    );
    expect(await picker('Thorough')).toBeDefined();
  });

  test('one that answered for another says so below the answer', async () => {
    const omissions = [{ kind: 'model-replaced', names: ['Thorough', 'Fast'] }];
    renderWithModels({ path: `/?chat=${chatId}`, messages: [{ ...answered, omissions }] });
    expect(await screen.findByText('“Thorough” couldn’t answer, so “Fast” did.')).toBeDefined();
    expect(screen.queryByRole('list', { name: 'Left out of this answer' })).toBeNull();
  });
});

test('a draft keeps the model that was chosen with it', () => {
  expect(parseDraft(storedDraft({ ...emptyDraft, model: 'thorough' })).model).toBe('thorough');
});
