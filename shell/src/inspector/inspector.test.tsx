import * as calls from '@atrium/shared-kernel/contracts/calls';
import { newChatRequested } from '#contracts/events/workspace';
import type { Client, Host } from '@atrium/shared-kernel/remote';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { createBus } from '@atrium/shared-kernel/bus';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Subject } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import { createFailureReports } from '../remotes/failure.ts';
import { release, releaseSet } from '../testing/release.ts';
import { createPartRecord, Inspector } from './inspector.tsx';
import { sizesOf } from './sizes.ts';

const chat = release('mf-chat', '1.2.0');
const workspace = release('mf-workspace', '2.0.0');
const set = releaseSet(chat, workspace, release('mf-auth', '0.3.0'));
const elements: HTMLElement[] = [];
afterEach(() => {
  cleanup();
  for (const mountPart of elements.splice(0)) mountPart.remove();
});

const setUp = (client: Partial<Client> = {}) => {
  let now = 0;
  const record = createPartRecord(() => (now += 10));
  const errors$ = new Subject<ErrorEvent | PromiseRejectionEvent>();
  const reports = createFailureReports(() => {});
  record.follow(releaseSet(), reports, errors$);
  const host: Host = { ...createFakeHost(), bus: createBus(record.bus), client: client as Client };
  const mountPart = (of: typeof chat, expose: string) => {
    const element = document.body.appendChild(document.createElement('div'));
    elements.push(element);
    return { element, host: record.watch(host, { release: of, expose, element }) };
  };
  return { record, reports, errors$, mountPart };
};
const open = async (record: ReturnType<typeof createPartRecord>) => {
  render(<Inspector record={record} set={set} />);
  await userEvent.click(screen.getByRole('button', { name: 'Inspect' }));
};
const remotes = () => within(screen.getByRole('list', { name: 'Remotes' })).getAllByRole('listitem');

test('it names each release on the screen with its parts, and what is pinned and not there', async () => {
  const { record, mountPart } = setUp();
  mountPart(chat, './chat-screen');
  mountPart(workspace, './left-bar');
  mountPart(workspace, './memory-bar');
  await open(record);
  expect(remotes().map((item) => within(item).getByRole('heading').textContent)).toEqual([
    'mf-chat 1.2.0',
    'mf-workspace 2.0.0',
  ]);
  const parts = within(remotes()[1] ?? document.body).getAllByRole('button');
  expect(parts.map((part) => part.textContent)).toEqual(['left-bar', 'memory-bar']);
  expect(screen.getByText('Not on the screen: mf-auth 0.3.0')).toBeDefined();
  expect(screen.getByText('test')).toBeDefined();
});

test('events, calls and their failures are counted for the remote that they are of', async () => {
  const call = vi.fn<Client['call']>().mockResolvedValueOnce({}).mockRejectedValueOnce(new Error('503'));
  const { record, mountPart } = setUp({ call });
  const left = mountPart(workspace, './left-bar').host;
  const screenHost = mountPart(chat, './chat-screen').host;
  screenHost.bus.on(newChatRequested).subscribe();
  left.bus.emit(newChatRequested, {});
  await left.client.call(calls.chat.listChats, {});
  await expect(left.client.call(calls.chat.listChats, {})).rejects.toThrow('503');
  await open(record);
  const [ofWorkspace, ofChat] = remotes();
  expect(ofWorkspace?.textContent).toContain('1 event sent, 0 received · 2 calls, 1 failed · 0 errors');
  expect(ofChat?.textContent).toContain('0 events sent, 1 received · 0 calls · 0 errors');
  await userEvent.click(screen.getByRole('tab', { name: 'Calls' }));
  const listed = within(screen.getByRole('list', { name: 'Calls' })).getAllByRole('listitem');
  expect(listed.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/chat\.listChats mf-workspace · \d+ ms 503$/),
    expect.stringMatching(/chat\.listChats mf-workspace · \d+ ms$/),
  ]);
});

test('a stream is a call that runs until its reader leaves', async () => {
  async function* items() {
    yield* [{}, {}];
  }
  const { record, mountPart } = setUp({ stream: items as never });
  const { client } = mountPart(chat, './chat-screen').host;
  for await (const _ of client.stream(calls.chat.followReply, {} as never)) {
    expect(record.calls$.value.at(-1)).not.toHaveProperty('ms');
    break;
  }
  expect(record.calls$.value).toMatchObject([{ call: 'chat.followReply', remote: 'mf-chat', ms: 10 }]);
});

test('failures of a release, and uncaught errors of its scripts, are shown with its part', async () => {
  const { record, reports, errors$, mountPart } = setUp();
  mountPart(chat, './chat-screen');
  await open(record);
  const failure = { remote: 'mf-chat', version: '1.2.0', expose: './zoom-dialog', phase: 'expose', reason: '404' };
  const thrown = new Error('boom');
  thrown.stack = 'Error: boom\n at x (http://localhost/assets/mf-chat/1.2.0/static/js/a.js:1:1)';
  act(() => {
    reports.report({ ...failure, phase: 'expose', recovered: false });
    errors$.next(new ErrorEvent('error', { error: thrown }));
    errors$.next(new ErrorEvent('error', { error: new Error('of an extension') }));
  });
  const text = remotes()[0]?.textContent;
  expect(text).toContain('2 errors');
  expect(text).toContain('zoom-dialog failed in expose: 404');
  expect(text).toContain('boom');
  expect(text).not.toContain('extension');
});

const frames = () => [...document.querySelectorAll('[data-chosen]')];

test('each part has a frame with its name; the focused one is highlighted, also without outlines', async () => {
  const { record, mountPart } = setUp();
  const { element } = mountPart(chat, './chat-screen');
  mountPart(workspace, './left-bar');
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(5, 6, 70, 80));
  await open(record);
  expect(frames().map((frame) => frame.textContent)).toEqual([
    'mf-chat 1.2.0 · chat-screen',
    'mf-workspace 2.0.0 · left-bar',
  ]);
  expect((frames()[0] as HTMLElement).style).toMatchObject({ left: '5px', top: '6px', width: '70px', height: '80px' });
  act(() => screen.getByRole('button', { name: 'left-bar' }).focus());
  expect(frames().map((frame) => frame.getAttribute('data-chosen'))).toEqual(['false', 'true']);
  await userEvent.click(screen.getByRole('switch', { name: 'Outlines' }));
  expect(frames()).toHaveLength(0);
  act(() => screen.getByRole('button', { name: 'left-bar' }).focus());
  expect(frames().map((frame) => frame.textContent)).toEqual(['mf-workspace 2.0.0 · left-bar']);
});

test('a part that leaves the page leaves the inspector', async () => {
  const { record, mountPart } = setUp();
  const { element } = mountPart(chat, './zoom-dialog');
  mountPart(workspace, './left-bar');
  await open(record);
  await act(async () => {
    element.remove();
    await Promise.resolve();
  });
  expect(screen.queryByRole('button', { name: 'zoom-dialog' })).toBeNull();
  expect(screen.getByRole('button', { name: 'left-bar' })).toBeDefined();
});

test('Escape closes it', async () => {
  const { record } = setUp();
  await open(record);
  act(() => screen.getByRole('tab', { name: 'Parts' }).focus());
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Inspector' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Inspect' })).toBeDefined();
});

test('a file counts once, by its kind, and files of other releases do not', () => {
  const file = (name: string, encodedBodySize: number) => ({
    name: new URL(name, document.baseURI).href,
    encodedBodySize,
    decodedBodySize: encodedBodySize * 3,
  });
  const entries = [
    file('/assets/mf-chat/1.2.0/a.js', 100),
    file('/assets/mf-chat/1.2.0/a.js', 100),
    file('/assets/mf-chat/1.2.0/b.css', 20),
    file('/assets/mf-chat/1.2.0/c.woff2', 3),
    file('/assets/mf-chat/1.2.0-w.1/a.js', 7000),
  ];
  expect(sizesOf('/assets/mf-chat/1.2.0/', entries)).toEqual({
    files: 3,
    script: 100,
    style: 20,
    other: 3,
    unpacked: 369,
  });
});
