import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { defineRemote } from '../contracts/define.ts';
import * as slots from '../contracts/slots.ts';
import type { OpenSlots } from '../remote/host.ts';
import { createFakeHost, testFiller } from '../testing/fake-host.ts';
import { renderRemote } from '../testing/render.tsx';
import { FillerView, Slot, useFillers, useFollow, useSlotInput } from './slot.tsx';

const contract = defineRemote({
  name: 'mf-chat',
  exposes: {},
  routes: [],
  fills: [],
  slots: [slots.chat.composerActions, slots.workspace.sidebarSections],
  dialogs: [],
  opens: [],
  emits: [],
  handles: [],
  calls: [],
});
const { composerActions } = slots.chat;
const { sidebarSections, commands } = slots.workspace;
const settle = () => act(async () => undefined);

afterEach(() => vi.unstubAllGlobals());

/** A page in which nothing is in view until the test says so. */
const outOfSight = () => {
  const seen: (() => void)[] = [];
  class Observer {
    constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
      seen.push(() => notify([{ isIntersecting: true }]));
    }
    observe = () => undefined;
    disconnect = () => undefined;
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return () => act(async () => seen.forEach((notify) => notify()));
};

test('a slot shows what its fillers render, each once it is in view', async () => {
  const comeIntoSight = outOfSight();
  const host = createFakeHost({ fillers: { [sidebarSections.name]: [testFiller('One'), testFiller('Two')] } });
  renderRemote(contract, <Slot slot={sidebarSections} input={undefined} />, { host });
  await settle();
  expect(host.fillersShown).toEqual([]);
  await comeIntoSight();
  expect(screen.getByText('drawn by One')).toBeTruthy();
  expect(screen.getByText('drawn by Two')).toBeTruthy();
});

test('in a shell without slots, and without fillers, nothing is shown or loaded', async () => {
  const host = createFakeHost({ fillers: {} });
  const open = vi.spyOn(host.slots!, 'open');
  const shown = renderRemote(contract, <Slot slot={sidebarSections} input={undefined} />, { host });
  await settle();
  expect([shown.container.textContent, open.mock.calls.length]).toEqual(['', 0]);
  shown.end();
  const old = renderRemote(contract, <Slot slot={sidebarSections} input={undefined} />);
  await settle();
  expect(old.container.textContent).toBe('');
});

test('a slot shows no more than its contract allows, and no labels that are empty', async () => {
  const Labels = () => useFillers(commands).map(({ id, label }) => <p key={id}>{label}</p>);
  const many = Array.from({ length: 120 }, (_, at) => testFiller(`Filler ${at}`));
  const host = createFakeHost({ fillers: { [commands.name]: [testFiller(''), ...many] } });
  const { container } = renderRemote(contract, <Labels />, { host });
  await settle();
  expect(container.children).toHaveLength(commands.many.most);
  expect(container.firstChild?.textContent).toBe('Filler 0');
});

const [good, bad] = [testFiller('Good'), testFiller('Bad')];
const showActions = async (input: { mode: 'chat'; chatId?: string } = { mode: 'chat' }, blame?: OpenSlots['blame']) => {
  const host = createFakeHost({ fillers: { [composerActions.name]: [good, bad] } });
  const { open } = host.slots!;
  if (blame) vi.spyOn(host.slots!, 'open').mockImplementation(async () => ({ ...(await open()), blame }));
  const closed: unknown[] = [];
  const Actions = () =>
    [good, bad].map((filler) => (
      <FillerView
        key={filler.id}
        slot={composerActions}
        filler={filler}
        input={input}
        onClose={(result) => void closed.push(result)}
      />
    ));
  const rendered = renderRemote(contract, <Actions />, { host });
  await settle();
  return { ...rendered, host, closed };
};

test('a filler that fails shows this in its slot with Retry, and its neighbor stays', async () => {
  const { host } = await showActions();
  act(() => host.fillersShown.find(({ id }) => id === 'bad')!.state$.next({ kind: 'failed' }));
  expect(screen.getByRole('alert').textContent).toContain('Bad is not available');
  expect(screen.getByText('drawn by Good')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what a filler closes with reaches the owner only as the contract declares', async () => {
  const blamed = vi.mocked(console.error).mockImplementation(() => {});
  const { host, closed } = await showActions();
  const [first, second] = host.fillersShown;
  act(() => first!.close({ insert: 'Hello', extra: 1 }));
  act(() => second!.close({ insert: 5 }));
  act(() => second!.close());
  expect(closed).toEqual([{ insert: 'Hello' }, undefined, undefined]);
  expect(blamed.mock.calls.flat().join()).toContain('[mf-notes] broke the contract of the slot chat.composerActions');
  blamed.mockReset();
});

test('a shell that accepts violations gets what a filler closed with', async () => {
  const blamed: unknown[] = [];
  const { host, closed } = await showActions({ mode: 'chat' }, ({ id }, why) => blamed.push([id, why]));
  act(() => host.fillersShown[1]!.close({ insert: 5 }));
  expect(closed).toEqual([undefined]);
  expect(blamed).toEqual([
    ['bad', expect.stringContaining('broke the contract of the slot chat.composerActions: its result')],
  ]);
});

test('an input that the contract does not know is blamed on the owner, and nothing is rendered', async () => {
  const blamed = vi.mocked(console.error).mockImplementation(() => {});
  const { host } = await showActions({ mode: 'chat', chatId: 'no id' });
  expect(host.fillersShown).toEqual([]);
  expect(blamed.mock.calls.flat().join()).toContain('[mf-chat] broke the contract of the slot chat.composerActions');
  blamed.mockReset();
});

test('a filler reads its input as the contract declares', () => {
  const Reader = () => <p>{useSlotInput(composerActions).mode}</p>;
  renderRemote(contract, <Reader />, { input: { mode: 'research' } });
  expect(screen.getByText('research')).toBeTruthy();
});

test('a link is followed by the shell', async () => {
  const host = createFakeHost({ fillers: { [commands.name]: [good] } });
  const Links = () => {
    const follow = useFollow();
    return <button onClick={() => follow(good)}>Go</button>;
  };
  renderRemote(contract, <Links />, { host });
  fireEvent.click(screen.getByRole('button', { name: 'Go' }));
  await settle();
  expect(host.followed).toEqual(['good']);
});
