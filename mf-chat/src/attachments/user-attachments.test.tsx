import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { chatId, storedMessage } from '../testing/replies.ts';
import { renderChat } from '../testing/screen.tsx';

afterEach(() => vi.restoreAllMocks());

const file = (_id: string, type: string, change = {}) => ({
  _id,
  name: `${_id}.x`,
  type,
  url: `/objects/${_id}`,
  ...change,
});
const open = (message: Partial<Message>) => {
  const rendered = renderChat();
  rendered.host.service.answer(calls.chat.getChat, () => ({ messages: [storedMessage(message)] }));
  act(() => rendered.host.navigation.navigate(`/?chat=${chatId}`));
  return rendered;
};

test('images of a message are shown in columns, its other files as chips, and no other host is contacted', async () => {
  open({
    userFiles: [
      file('tall', 'image/png', { aspectRatio: 0.5 }),
      file('wide', 'image/png', { aspectRatio: 2 }),
      file('more', 'image/png', { aspectRatio: 2 }),
      file('far', 'image/png', { url: 'https://elsewhere.test/a.png' }),
      file('paper', 'application/pdf'),
    ],
  });
  const group = await screen.findByRole('group', { name: 'Attached images' });
  const columns = [...group.children].map((column) =>
    within(column as HTMLElement)
      .getAllByRole('img')
      .map((image) => image.getAttribute('src')),
  );
  expect(columns).toEqual([['/objects/tall'], ['/objects/wide', '/objects/more']]);
  const chips = within(screen.getByRole('list', { name: 'Attached files' })).getAllByRole('button');
  expect(chips.map((chip) => chip.getAttribute('aria-label'))).toEqual(['Open far.x', 'Open paper.x']);
});

test('a file that was read in part, or not at all, says so', async () => {
  open({
    userFiles: [
      file('long', 'text/plain', { name: 'long.txt' }),
      file('scan', 'application/pdf'),
      file('fine', 'application/pdf'),
    ],
    omissions: [
      { kind: 'files-cut', count: 1, names: ['long.md'] },
      { kind: 'files-empty', count: 1, names: ['scan.x'] },
    ],
  });
  const chips = within(await screen.findByRole('list', { name: 'Attached files' })).getAllByRole('button');
  expect(chips[0]!.textContent).toContain('Only partly read');
  expect(chips[1]!.textContent).toContain('No text found, maybe a scan');
  expect(chips[2]!.textContent).not.toContain('·');
});

test('a picture opens over everything else', async () => {
  const { host } = open({ userFiles: [file('photo', 'image/png')] });
  fireEvent.click(await screen.findByRole('button', { name: 'Zoom photo.x' }));
  expect(host.dialogsOpened).toEqual([{ dialog: 'chat.zoom', props: { url: '/objects/photo', alt: 'photo.x' } }]);
});

test('a picture that the browser cannot show is a chip', async () => {
  open({ userFiles: [file('photo', 'image/heic')] });
  fireEvent.error(await screen.findByRole('img', { name: 'photo.x' }));
  expect(screen.queryByRole('img', { name: 'photo.x' })).toBeNull();
  expect(within(screen.getByRole('list', { name: 'Attached files' })).getByText('Image')).toBeDefined();
});

test('a picture of this browser that it cannot show is shown as the service keeps it', async () => {
  open({ userFiles: [file('photo', 'image/heic', { tempUrl: 'blob:http://atrium.test/1' })] });
  const picture = await screen.findByRole('img', { name: 'photo.x' });
  expect(picture.getAttribute('src')).toBe('blob:http://atrium.test/1');
  fireEvent.error(picture);
  expect(screen.getByRole('img', { name: 'photo.x' }).getAttribute('src')).toBe('/objects/photo');
});

test('a file opens by a link of the service, and says where that is refused', async () => {
  const { host } = open({ userFiles: [file('paper', 'application/pdf')] });
  const chip = await screen.findByRole('button', { name: 'Open paper.x' });
  host.service.answer(calls.files.objectFromPresignedUrl, ({ identifierString }) => ({
    url: `${identifierString}?signed`,
  }));
  fireEvent.click(chip);
  await waitFor(() => expect(host.tabs).toEqual(['/objects/paper?signed']));
  host.service.answer(calls.files.objectFromPresignedUrl, () => {
    throw new Failure(403, {});
  });
  fireEvent.click(chip);
  await waitFor(() =>
    expect(host.alertsShown).toMatchObject([{ message: 'Failed to authenticate your ownership of this resource.' }]),
  );
});

test('a file for which the browser opens no tab is opened by the next press', async () => {
  const { host } = open({ userFiles: [file('paper', 'application/pdf')] });
  vi.spyOn(host.navigation, 'openTab').mockReturnValueOnce(false);
  host.service.answer(calls.files.objectFromPresignedUrl, () => ({ url: '/objects/paper?signed' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Open paper.x' }));
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Your file is ready.', time: 0 }]));
  host.alertsShown[0]?.action?.onSelect();
  expect(host.tabs).toEqual(['/objects/paper?signed']);
});

test('a voice note is played, paused, and shows how far it is', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  open({ prompt: '', voiceNote: '/objects/note.webm' });
  const player = await screen.findByRole('group', { name: 'Voice note' });
  const audio = player.querySelector('audio');
  if (!audio) throw new Error('No audio.');
  expect(audio.getAttribute('src')).toBe('/objects/note.webm');
  Object.defineProperty(audio, 'duration', { value: 65.4, configurable: true });
  fireEvent.durationChange(audio);
  expect(within(player).getByText('1:05')).toBeDefined();
  fireEvent.click(within(player).getByRole('button', { name: 'Play' }));
  expect(play).toHaveBeenCalledOnce();
  fireEvent.play(audio);
  audio.currentTime = 5;
  fireEvent.timeUpdate(audio);
  expect(within(player).getByText('0:05')).toBeDefined();
  fireEvent.click(within(player).getByRole('button', { name: 'Pause' }));
  expect(pause).toHaveBeenCalledOnce();
});

test('a recording that does not say how long it is is measured, also where it was there before its player', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4);
  const length = vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(Infinity);
  open({ prompt: '', voiceNote: '/objects/note.webm' });
  const player = await screen.findByRole('group', { name: 'Voice note' });
  const audio = player.querySelector('audio');
  if (!audio) throw new Error('No audio.');
  expect(audio.currentTime).toBeGreaterThan(1e6);
  length.mockReturnValue(3.1);
  fireEvent.durationChange(audio);
  expect(audio.currentTime).toBe(0);
  expect(within(player).getByText('0:03')).toBeDefined();
});

const openNote = async () => {
  open({ prompt: '', voiceNote: '/objects/note.webm' });
  const player = await screen.findByRole('group', { name: 'Voice note' });
  const audio = player.querySelector('audio');
  if (!audio) throw new Error('No audio.');
  const press = (name: string) => act(async () => fireEvent.click(within(player).getByRole('button', { name })));
  const fail = (code: number) => {
    Object.defineProperty(audio, 'error', { value: { code }, configurable: true });
    fireEvent.error(audio);
  };
  return { player, audio, press, fail };
};

test('a voice note that is paused while it loads can still be played', async () => {
  const stopped = new DOMException('', 'AbortError');
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValueOnce(stopped).mockResolvedValueOnce();
  const { press } = await openNote();
  await press('Play');
  await press('Play');
  expect(play).toHaveBeenCalledTimes(2);
  expect(screen.queryByText(/can’t be played/)).toBeNull();
});

test.each([
  ['a voice note', 65],
  ['a recording that does not say how long it is', Infinity],
])('%s that could not be loaded to its end is loaded again, and continues where it was', async (_, reported) => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const load = vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
  const { player, audio, press, fail } = await openNote();
  Object.defineProperty(audio, 'duration', { value: 65, configurable: true });
  fireEvent.durationChange(audio);
  fireEvent.play(audio);
  audio.currentTime = 5;
  fireEvent.timeUpdate(audio);
  fail(2);
  expect(load).not.toHaveBeenCalled();
  await press('Play');
  expect(load).toHaveBeenCalledOnce();
  audio.currentTime = 0;
  fireEvent.timeUpdate(audio);
  Object.defineProperty(audio, 'duration', { value: reported, configurable: true });
  fireEvent.loadedMetadata(audio);
  fireEvent.timeUpdate(audio);
  Object.defineProperty(audio, 'duration', { value: 65, configurable: true });
  fireEvent.durationChange(audio);
  expect(audio.currentTime).toBe(5);
  expect(within(player).getByText('0:05')).toBeDefined();
});

test('a voice note that cannot be played says so, and can be tried again', async () => {
  const { fail } = await openNote();
  fail(4);
  expect(screen.getByText(/This voice note can’t be played here\./)).toBeDefined();
  expect(screen.queryByRole('group', { name: 'Voice note' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('group', { name: 'Voice note' })).toBeDefined();
});
