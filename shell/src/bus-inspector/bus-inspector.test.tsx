import { createBus } from '@atrium/shared-kernel/bus';
import { agentsChanged, newChatRequested } from '#contracts/events/workspace';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { EventsView } from './bus-inspector.tsx';
import { createBusRecord } from './bus-record.ts';

const id = 'a'.repeat(24);
const create = () => {
  let now = 0;
  const record = createBusRecord(() => (now += 10));
  const bus = createBus(record);
  return { record, workspace: record.watch(bus, 'mf-workspace'), chat: record.watch(bus, 'mf-chat') };
};
const show = () => {
  const parts = create();
  render(<EventsView record={parts.record} />);
  return parts;
};
const shown = () =>
  within(screen.getByRole('list', { name: 'Events' }))
    .queryAllByRole('listitem')
    .map((entry) => entry.querySelector('strong')?.textContent);

test('an event is recorded with who sent it, who listened then, and what it held', () => {
  const { record, workspace, chat } = create();
  const listening = chat.on(agentsChanged).subscribe();
  workspace.emit(agentsChanged, { agentId: id });
  listening.unsubscribe();
  workspace.emit(agentsChanged, { agentId: id });
  expect(record.entries$.value).toMatchObject([
    { event: 'workspace.agentsChanged', producer: 'mf-workspace', consumers: ['mf-chat'], payload: { agentId: id } },
    { event: 'workspace.agentsChanged', producer: 'mf-workspace', consumers: [] },
  ]);
});

test('effects of an event are recorded as those of the remote that caused them', () => {
  const { record, workspace, chat } = create();
  chat.on(agentsChanged).subscribe(() => chat.emit(newChatRequested, {}));
  workspace.emit(agentsChanged, { agentId: id });
  workspace.emit(agentsChanged, { agentId: id });
  expect(record.entries$.value.map(({ producer }) => producer)).toEqual([
    'mf-workspace',
    'mf-chat',
    'mf-workspace',
    'mf-chat',
  ]);
});

test('a bad payload is shown with the remote that caused it', () => {
  const { workspace } = show();
  act(() => workspace.emit(agentsChanged, { agentId: 'no id' }));
  expect(screen.getByText(/mf-workspace broke the contract \(producer\): agentId/)).toBeTruthy();
});

test('the newest is on top; a filter finds by name, remote and payload', async () => {
  const { workspace } = show();
  act(() => {
    workspace.emit(agentsChanged, { agentId: id });
    workspace.emit(newChatRequested, {});
  });
  expect(shown()).toEqual(['workspace.newChatRequested', 'workspace.agentsChanged']);
  await userEvent.type(screen.getByRole('textbox', { name: 'Filter events' }), 'MF-workspace aaaa');
  expect(shown()).toEqual(['workspace.agentsChanged']);
  await userEvent.type(screen.getByRole('textbox', { name: 'Filter events' }), ' xyz');
  expect(screen.getByText('No events match the filter.')).toBeTruthy();
});

test('a pause keeps what is shown, and nothing is lost by it', async () => {
  const { workspace } = show();
  act(() => workspace.emit(newChatRequested, {}));
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  act(() => workspace.emit(agentsChanged, { agentId: id }));
  expect(shown()).toEqual(['workspace.newChatRequested']);
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(shown()).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByText('No events yet.')).toBeTruthy();
});

test('the oldest of many go', () => {
  const { record, workspace } = create();
  for (let count = 0; count < 510; count += 1) workspace.emit(newChatRequested, {});
  expect(record.entries$.value).toHaveLength(500);
  expect(record.entries$.value.at(-1)?.id).toBe(510);
});
