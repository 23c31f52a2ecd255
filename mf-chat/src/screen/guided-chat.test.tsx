import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { chatId, createPipe, messageId, numbered, storedMessage } from '../testing/replies.ts';
import { input, namedChat, renderChat, sendPrompt } from '../testing/screen.tsx';
import { ChatScreen } from './chat-screen.tsx';

const path = '/?function=agentCreator';
const agent = { title: 'Poet', instruction: 'Rhyme.' };
const conversation = () => screen.getByRole('list', { name: 'Conversation' }).textContent;
type Rendered = ReturnType<typeof renderChat>;
const sent = ({ host }: Rendered, call: { name: string }) =>
  host.service.requests.filter((one) => one.call === call.name).map((one) => one.input);
const opened = ({ host }: Rendered) => host.dialogsOpened.map(({ dialog, props }) => [dialog, props]);

// Loads the code that the screen needs in advance, because the first time is slow.
beforeAll(async () => {
  await Promise.all([
    import('../messages/message-list.tsx'),
    import('./agent-ready.tsx'),
    import('../markdown/rendered-block.tsx'),
  ]);
});

/** Renders an interview whose next answer is the pipe. */
const begin = async () => {
  const rendered = renderChat({ path });
  const answer = createPipe<ReplyItem>();
  rendered.host.service.answer(calls.chat.streamFunctionReply, () => answer);
  await screen.findByText(/What should your agent do for you/);
  return { ...rendered, answer };
};
const ended = [
  { type: 'chatId', chatId },
  { type: 'id', id: messageId },
  { type: 'modal', modal: 'demo-1' },
  { type: 'text', text: 'It is ready.' },
  { type: 'function', function: 'agentCreator', agent },
  { type: 'end', outcome: 'complete' },
] as const;

describe('an interview that builds an agent', () => {
  test('asks the first question, without modes, and sends to the function without agent or collection', async () => {
    const rendered = await begin();
    const { host, answer } = rendered;
    expect(screen.getByRole('heading', { level: 1, name: 'New agent' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Research mode' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Welcome' })).toBeNull();
    await sendPrompt('Write poems');
    expect(sent(rendered, calls.chat.streamFunctionReply)).toMatchObject([
      { prompt: 'Write poems', fnName: 'agentCreator' },
    ]);
    expect(sent(rendered, calls.chat.streamReply)).toEqual([]);
    answer.push(...numbered(...ended.slice(0, 4)));
    await waitFor(() => expect(host.navigation.location$.value.search).toBe(`?chat=${chatId}`));
    const created = host.eventsSeen.find(({ event }) => event === events.chat.created.name)?.payload;
    expect(created).toMatchObject({ chat: { _id: chatId, function: 'agentCreator' } });
    await waitFor(() => expect(sent(rendered, calls.chat.nameChat)).toMatchObject([{ fnName: 'agentCreator' }]));
    await waitFor(() =>
      expect(conversation()).toMatch(/What should your agent do for you\?.*Write poems.*It is ready\./s),
    );
  });

  test('begun where an agent, a collection and a mode are selected, sends none of them', async () => {
    const rendered = renderChat({
      prepare: ({ storage }) =>
        storage.session.set(
          `draft.${testUser()._id}.agentCreator`,
          JSON.stringify({ text: '', files: [], modes: { research: true, image: true } }),
        ),
    });
    const { host } = rendered;
    const answer = createPipe<ReplyItem>();
    host.service.answer(calls.chat.streamFunctionReply, () => answer);
    const flow = { ...agent, files: [], teamRoles: [], memoryDisabled: false, lastUpdate: '2026-01-01T00:00:00.000Z' };
    await act(async () => {
      host.bus.emit(events.workspace.agentSelected, { agent: { ...flow, _id: '1'.repeat(24) } });
      host.bus.emit(events.workspace.collectionSelected, {
        tag: { _id: '2'.repeat(24), name: 'Poems', icon: 'folders', color: 'deepPurple', lastUpdate: flow.lastUpdate },
      });
    });
    act(() => host.navigation.navigate(path));
    await screen.findByText(/What should your agent do for you/);
    await sendPrompt('Write poems');
    const { uuid } = host.attribution;
    expect(sent(rendered, calls.chat.streamFunctionReply)).toEqual([
      { prompt: 'Write poems', sendId: expect.any(String), fnName: 'agentCreator', uuid, countryCode: 'US' },
    ]);
    answer.end();
  });

  test('ends with the filled form, which can be reopened, and announces when it is saved', async () => {
    const rendered = await begin();
    await sendPrompt('Write poems');
    rendered.answer.push(...numbered(...ended));
    rendered.answer.end();
    await waitFor(() => expect(opened(rendered)).toEqual([['workspace.editAgent', agent]]));
    const card = await screen.findByRole('region', { name: 'Your agent' });
    expect(card.textContent).toMatch(/^PoetYour agent is ready/);
    const saved = { ...agent, _id: 'b'.repeat(24), title: 'Bard' };
    rendered.host.dialogResult = saved;
    fireEvent.click(screen.getByRole('button', { name: 'Review & Save' }));
    await waitFor(() => expect(card.textContent).toMatch(/^BardSaved/));
    expect(opened(rendered)).toHaveLength(2);
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    });
    expect(opened(rendered).at(-1)).toEqual(['workspace.editAgent', { agentId: saved._id }]);
  });

  test('whose agent was saved offers to edit it after a reload, until the agent is gone', async () => {
    const first = await begin();
    const saved = { ...agent, _id: 'b'.repeat(24), title: 'Bard of all' };
    first.host.dialogResult = saved;
    await sendPrompt('Write poems');
    first.answer.push(...numbered(...ended));
    first.answer.end();
    await screen.findByText('Saved. Choose it under Agents to chat with it.');
    const { host } = first;
    first.end();
    host.service.answer(calls.chat.getChat, () => ({
      chat: { ...namedChat('Poems'), function: 'agentCreator' },
      messages: [storedMessage({ mode: 'interview', context: JSON.stringify(agent) })],
    }));
    renderRemote(contract, <ChatScreen />, { host });
    const card = await screen.findByRole('region', { name: 'Your agent' });
    expect(card.textContent).toMatch(/^Bard of allSaved/);
    expect(opened(first)).toHaveLength(1);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Edit' })));
    expect(opened(first).at(-1)).toEqual(['workspace.editAgent', { agentId: saved._id }]);
    await act(async () => host.bus.emit(events.workspace.agentsChanged, { agentId: saved._id, deleted: true }));
    expect(screen.getByRole('button', { name: 'Review & Save' })).toBeDefined();
  });

  describe('whose agent was deleted while its chat was not on the screen', () => {
    const saved = { ...agent, _id: 'b'.repeat(24), title: 'Bard' };
    const stored = {
      ...saved,
      files: [],
      teamRoles: [],
      memoryDisabled: false,
      lastUpdate: '2026-01-01T00:00:00.000Z',
    };
    const madeKey = `agentMade.${messageId}`;
    const open = (answer: () => typeof stored) =>
      renderChat({
        path: `/?chat=${chatId}`,
        prepare({ service, storage }) {
          storage.local.set(madeKey, `${saved._id} Bard`);
          service.answer(calls.agents.getAgent, answer);
          service.answer(calls.chat.getChat, () => ({
            chat: { ...namedChat('Poems'), function: 'agentCreator' },
            messages: [storedMessage({ mode: 'interview', context: JSON.stringify(agent) })],
          }));
        },
      });

    test('offers to save it again, without opening the form by itself', async () => {
      const rendered = open(() => {
        throw failureOf('unknown-agent');
      });
      fireEvent.click(await screen.findByRole('button', { name: 'Review & Save' }));
      await waitFor(() => expect(opened(rendered)).toEqual([['workspace.editAgent', agent]]));
      expect(rendered.host.storage.local.get(madeKey)).toBeUndefined();
      expect(sent(rendered, calls.agents.getAgent)).toEqual([{ flowId: saved._id, look: 'true' }]);
    });

    test('says so once the deletion in another tab is known', async () => {
      const { host, queries } = open(() => stored);
      expect(await screen.findByText('Saved. Choose it under Agents to chat with it.')).toBeDefined();
      await waitFor(() => expect(queries.getQueryData(['agent', saved._id])).toMatchObject({ title: 'Bard' }));
      host.service.answer(calls.agents.getAgent, () => {
        throw failureOf('unknown-agent');
      });
      await act(() => queries.invalidateQueries({ queryKey: ['agent'] }));
      expect(await screen.findByRole('button', { name: 'Review & Save' })).toBeDefined();
    });

    test.each([
      ['exists', () => stored],
      [
        'cannot be read',
        () => {
          throw new Unreachable();
        },
      ],
    ])('stays saved where the agent %s', async (_, answer) => {
      const { queries } = open(answer);
      expect(await screen.findByText('Saved. Choose it under Agents to chat with it.')).toBeDefined();
      await waitFor(() => expect(queries.isFetching()).toBe(0));
      expect(screen.getByRole('button', { name: 'Edit' })).toBeDefined();
    });
  });

  test('opens its form only in the tab that sent the message', async () => {
    const rendered = renderChat();
    const { host } = rendered;
    const follow = createPipe<ReplyItem>();
    host.service.answer(calls.chat.followReply, () => follow);
    host.service.answer(calls.chat.getChat, () => ({
      chat: { ...namedChat('Poems'), function: 'agentCreator' },
      messages: [storedMessage({ mode: 'interview', pending: true, content: '' })],
    }));
    act(() => host.navigation.navigate(`/?chat=${chatId}`));
    await waitFor(() => expect(sent(rendered, calls.chat.followReply)).toHaveLength(1));
    follow.push(...numbered(...ended.slice(3)));
    follow.end();
    expect((await screen.findByRole('region', { name: 'Your agent' })).textContent).toMatch(/^PoetYour agent is ready/);
    expect(opened(rendered)).toEqual([]);
  });

  test('that has ended opens nothing by itself when its chat is opened, and can continue', async () => {
    const rendered = renderChat();
    const { host } = rendered;
    host.service.answer(calls.chat.getChat, () => ({
      chat: { ...namedChat('Poems'), function: 'agentCreator' },
      messages: [storedMessage({ mode: 'interview', context: JSON.stringify(agent) })],
    }));
    host.service.answer(calls.chat.streamFunctionReply, () => []);
    act(() => host.navigation.navigate(`/?chat=${chatId}`));
    expect((await screen.findByRole('region', { name: 'Your agent' })).textContent).toMatch(/Poet/);
    expect(opened(rendered)).toEqual([]);
    await sendPrompt('Make it shorter');
    expect(sent(rendered, calls.chat.streamFunctionReply)).toMatchObject([
      { id: chatId, after: messageId, fnName: 'agentCreator' },
    ]);
  });

  test('is left for a new chat, and keeps its own draft', async () => {
    const { host } = await begin();
    act(() => {
      fireEvent.change(input(), { target: { value: 'Half an answer' } });
    });
    await act(async () => host.bus.emit(events.workspace.newChatRequested, {}));
    expect(host.navigation.location$.value.search).not.toContain('function');
    expect(await screen.findByRole('region', { name: 'Welcome' })).toBeDefined();
    expect(input().value).toBe('');
    act(() => host.navigation.navigate(path));
    await waitFor(() => expect(input().value).toBe('Half an answer'));
  });

  test('is nothing for those who cannot chat', () => {
    renderChat({ path, user: testUser({ subscriptionEndDate: undefined }) });
    expect(screen.getByRole('region', { name: 'Welcome' })).toBeDefined();
  });
});

test('an agent that is already selected, or announced again, does not reset the chat', async () => {
  const { host } = renderChat();
  const flow = { ...agent, files: [], teamRoles: [], memoryDisabled: false, lastUpdate: '2026-01-01T00:00:00.000Z' };
  const [old, newer] = [
    { ...flow, _id: '1'.repeat(24) },
    { ...flow, _id: '2'.repeat(24), title: 'Bard' },
  ];
  host.service.answer(calls.chat.getChat, () => ({ messages: [storedMessage()] }));
  await act(async () => host.bus.emit(events.workspace.agentSelected, { agent: old }));
  act(() => host.navigation.navigate(`/?chat=${chatId}`));
  await act(async () => host.bus.emit(events.workspace.agentSelected, { agent: old }));
  await act(async () => host.bus.emit(events.workspace.agentSelected, { agent: newer, replaces: old._id }));
  expect(host.navigation.location$.value.search).toBe(`?chat=${chatId}`);
  await act(async () => host.navigation.navigate('/'));
  expect(screen.getByRole('heading', { level: 1, name: 'Bard' })).toBeDefined();
});

test('a chat names the agent that answers in it: the selected one, or the one that it was held with', async () => {
  const { host, reply } = renderChat();
  const flow = { ...agent, files: [], teamRoles: [], memoryDisabled: false, lastUpdate: '2026-01-01T00:00:00.000Z' };
  const poet = { ...flow, _id: '1'.repeat(24), welcomeMessage: 'Ask me for a poem.' };
  await act(async () => host.bus.emit(events.workspace.agentSelected, { agent: poet }));
  expect(await screen.findByText('Agent: Poet')).toBeDefined();
  expect(screen.getByText('Ask me for a poem.')).toBeDefined();
  await sendPrompt('Hi');
  reply.push(...numbered({ type: 'chatId', chatId }));
  await waitFor(() => expect(host.navigation.location$.value.search).toBe(`?chat=${chatId}`));
  expect(screen.getByText('Agent: Poet')).toBeDefined();
  host.service.answer(calls.agents.getAgent, () => ({ ...poet, title: 'Bard' }));
  host.service.answer(calls.chat.getChat, () => ({
    chat: { ...namedChat('Poems'), flow: poet._id },
    messages: [storedMessage()],
  }));
  await act(async () => host.bus.emit(events.workspace.agentSelected, {}));
  act(() => host.navigation.navigate(`/?chat=${'e'.repeat(24)}`));
  expect(await screen.findByText('Agent: Bard')).toBeDefined();
});
