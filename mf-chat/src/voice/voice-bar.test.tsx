import * as calls from '@atrium/shared-kernel/contracts/calls';
import { CallFailure } from '@atrium/shared-kernel/client';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chatId, messageId, numbered, storedMessage } from '../testing/replies.ts';
import { input, renderChat, sendPrompt, withUploads } from '../testing/screen.tsx';

/** A browser's recorder for webm, which returns the recording when it is stopped. */
class FakeRecorder extends EventTarget {
  static readonly all: FakeRecorder[] = [];
  static isTypeSupported = (type: string) => type === 'audio/webm';
  readonly mimeType = 'audio/webm';
  state = 'inactive';
  readonly options: MediaRecorderOptions;
  constructor(_stream: unknown, options: MediaRecorderOptions) {
    super();
    this.options = options;
    FakeRecorder.all.push(this);
  }
  /** Gives a slice, as once a second. */
  record(data: Blob) {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
  }
  start() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.record(new Blob(['speech']));
    this.dispatchEvent(new Event('stop'));
  }
}
const track = Object.assign(new EventTarget(), { stop: vi.fn() });
const getUserMedia = vi.fn();

beforeEach(() => {
  track.stop.mockClear();
  getUserMedia.mockReset().mockResolvedValue({ getTracks: () => [track] });
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Whether the browser would ask before it closes the page. */
const asksToLeave = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
const unplug = () => act(async () => void track.dispatchEvent(new Event('ended')));
const button = (name: string) => screen.findByRole('button', { name });
const sent = ({ host }: ReturnType<typeof renderChat>) =>
  host.service.requests.filter(({ call }) => call === 'chat.streamReply').map((one) => one.input);
const recorded = async () => {
  const rendered = renderChat();
  const uploads = withUploads(rendered.host);
  fireEvent.click(await button('Record a voice note'));
  fireEvent.click(await button('Stop and send'));
  await waitFor(() => expect(uploads).toHaveLength(1));
  return { ...rendered, uploads };
};

test('without transcription the microphone is disabled, and the reason is shown', async () => {
  const { host } = renderChat({ user: testUser({ voiceNotes: false }) });
  const microphone = await button('Record a voice note');
  expect(microphone.getAttribute('aria-disabled')).toBe('true');
  const why = 'Voice notes are off because no transcription model is set up.';
  expect(microphone.title).toBe(why);
  fireEvent.click(microphone);
  expect(host.alertsShown).toMatchObject([{ message: why }]);
  expect(getUserMedia).not.toHaveBeenCalled();
});

test('a voice note that is not sent yet is not replaced by another recording', async () => {
  const { uploads, host } = await recorded();
  host.service.answer(calls.chat.streamReply, () => {
    throw new Failure(503, {});
  });
  await act(async () => uploads[0]?.done());
  const remove = await button('Remove voice note');
  fireEvent.click(await button('Record a voice note'));
  const why = 'Send or remove your voice note before recording another.';
  await waitFor(() => expect(host.alertsShown.at(-1)?.message).toBe(why));
  expect(getUserMedia).toHaveBeenCalledOnce();
  fireEvent.click(remove);
  fireEvent.click(await button('Record a voice note'));
  expect(await button('Stop and send')).toBeDefined();
});

describe('in secure mode', () => {
  const secure = 'Voice notes are not available in secure mode.';
  const admin = { user: testUser({ booktAdmin: true }) };

  test('nothing is recorded, because the note would be refused', async () => {
    const { host } = renderChat(admin);
    fireEvent.click(await button('Secure mode'));
    const microphone = await button('Record a voice note');
    expect(microphone.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(microphone);
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: secure }]));
    expect(getUserMedia).not.toHaveBeenCalled();
  });

  test('there is no voice note, so it is not turned on while one is recorded or waits', async () => {
    const { host } = renderChat(admin);
    const uploads = withUploads(host);
    host.service.answer(calls.chat.streamReply, () => {
      throw new Failure(503, {});
    });
    const isRefused = async () => {
      const before = host.alertsShown.length;
      fireEvent.click(await button('Secure mode'));
      await waitFor(() => expect(host.alertsShown.slice(before)).toMatchObject([{ message: secure }]));
      expect((await button('Secure mode')).getAttribute('aria-pressed')).toBe('false');
    };
    fireEvent.click(await button('Record a voice note'));
    const stop = await button('Stop and send');
    await isRefused();
    fireEvent.click(stop);
    await waitFor(() => expect(uploads).toHaveLength(1));
    await act(async () => uploads[0]?.done());
    await button('Remove voice note');
    await isRefused();
  });
});

test('a note is recorded with its time, uploaded as webm, and sent with the message', async () => {
  const rendered = renderChat();
  const uploads = withUploads(rendered.host);
  fireEvent.click(await button('Record a voice note'));
  expect((await screen.findByRole('timer')).textContent).toBe('0:00');
  await sendPrompt('Listen');
  await waitFor(() =>
    expect(rendered.host.alertsShown).toMatchObject([{ message: 'Please end your recording before sending.' }]),
  );
  fireEvent.click(await button('Stop and send'));
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(uploads[0]?.file).toMatchObject({ type: 'audio/webm', size: 6 });
  expect(track.stop).toHaveBeenCalled();
  await act(async () => uploads[0]?.done());
  await waitFor(() =>
    expect(sent(rendered)).toMatchObject([{ prompt: 'Listen', voiceNote: '/objects/audio-notes/u/1/file%20%231.txt' }]),
  );
  expect(screen.queryByRole('timer')).toBeNull();
});

test('the transcript of a voice note is shown with it', async () => {
  const { uploads, host, reply } = await recorded();
  host.service.answer(calls.chat.getMessage, () => storedMessage({ prompt: 'Good morning', fromNote: true }));
  await act(async () => uploads[0]?.done());
  reply.push(...numbered({ type: 'chatId', chatId }, { type: 'id', id: messageId }));
  expect(await screen.findByText('Good morning')).toBeDefined();
});

test('a cancelled note is gone, and the microphone with it', async () => {
  const rendered = renderChat();
  fireEvent.click(await button('Record a voice note'));
  await button('Stop and send');
  fireEvent.click(await button('Cancel recording'));
  await waitFor(() => expect(track.stop).toHaveBeenCalled());
  expect(screen.queryByRole('group', { name: 'Voice note' })).toBeNull();
  expect(document.activeElement).toBe(input());
  expect(sent(rendered)).toEqual([]);
});

test.each([
  ['NotAllowedError', /^Your browser doesn’t let Atrium use the microphone\./],
  ['NotFoundError', /^No microphone found\./],
  ['NotReadableError', /^Your microphone couldn’t be started\./],
])('a microphone that cannot be used (%s) is logged, and a message is shown beside its button', async (name, why) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  getUserMedia.mockRejectedValueOnce(new DOMException('no', name));
  const { host } = renderChat();
  fireEvent.click(await button('Record a voice note'));
  await waitFor(() => expect(log).toHaveBeenCalledOnce());
  expect(screen.queryByRole('group', { name: 'Voice note' })).toBeNull();
  expect(host.alertsShown).toEqual([]);
  const sentence = await screen.findByText(why);
  const microphone = await button('Record a voice note');
  expect(sentence.nextElementSibling).toBe(microphone);
  expect(microphone.getAttribute('aria-describedby')).toBe(sentence.id);
  fireEvent.click(microphone);
  await button('Stop and send');
  fireEvent.click(await button('Cancel recording'));
  await button('Record a voice note');
  expect(screen.queryByText(why)).toBeNull();
});

test('a recorder that fails to start releases the microphone, and does not say that there is none', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(FakeRecorder.prototype, 'start').mockImplementationOnce(() => {
    throw new DOMException('no', 'NotSupportedError');
  });
  renderChat();
  fireEvent.click(await button('Record a voice note'));
  expect(await screen.findByText(/^Your microphone couldn’t be started\./)).toBeDefined();
  expect(track.stop).toHaveBeenCalledOnce();
});

test('a recording shows its level, and says if no speech is detected', async () => {
  let loud = 0.1;
  const close = vi.fn(() => Promise.resolve());
  const source = { connect: vi.fn() };
  vi.stubGlobal(
    'AudioContext',
    class {
      close = close;
      createMediaStreamSource = () => source;
      createAnalyser = () => ({
        fftSize: 0,
        getFloatTimeDomainData: (samples: Float32Array) => samples.fill(loud),
      });
    },
  );
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
  const drawAt = (time: number) => act(() => frames.splice(0).forEach((draw) => draw(time)));
  const { container } = renderChat();
  fireEvent.click(await button('Record a voice note'));
  await button('Stop and send');
  const level = () => container.querySelector<HTMLElement>('[style*="--level"]')?.style.getPropertyValue('--level');
  drawAt(0);
  expect(level()).toBe('0.40');
  loud = 0;
  drawAt(4000);
  expect(level()).toBe('0.00');
  expect(screen.queryByText('No sound yet. Check your microphone.')).toBeNull();
  drawAt(4001);
  expect(screen.getByText('No sound yet. Check your microphone.')).toBeDefined();
  loud = 1;
  drawAt(4100);
  expect(level()).toBe('1.00');
  expect(screen.queryByText('No sound yet. Check your microphone.')).toBeNull();
  fireEvent.click(await button('Cancel recording'));
  await waitFor(() => expect(close).toHaveBeenCalled());
});

test('a note whose upload fails can be uploaded again', async () => {
  const { uploads, host, ...rendered } = await recorded();
  await act(async () => uploads[0]?.fail(new CallFailure(0, '', undefined, '')));
  expect(host.alertsShown).toMatchObject([{ message: 'Failed to upload voice note, please try again.' }]);
  const sendByKey = async () => {
    const before = host.alertsShown.length;
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Message' }), { key: 'Enter' });
    await waitFor(() => expect(host.alertsShown).toHaveLength(before + 1));
    return host.alertsShown.at(-1)?.message;
  };
  expect(await sendByKey()).toBe(
    'Your voice note wasn’t uploaded. Try again, or cancel the recording, before sending.',
  );
  fireEvent.click(await button('Try again'));
  await waitFor(() => expect(uploads).toHaveLength(2));
  expect(await sendByKey()).toBe('Some files are still uploading. Please wait until all uploads are complete.');
  await act(async () => uploads[1]?.done());
  await waitFor(() => expect(sent({ ...rendered, host, uploads } as never)).toHaveLength(1));
});

test('a note without speech is reported and not stored; after another failure it is stored', async () => {
  const { uploads, host } = await recorded();
  host.service.answer(calls.chat.streamReply, () => {
    throw new Failure(503, {});
  });
  await act(async () => uploads[0]?.done());
  const remove = await button('Remove voice note');
  expect(host.alertsShown).toMatchObject([{ message: 'Failed to upload voice note, please try again.' }]);
  host.service.answer(calls.chat.streamReply, () => {
    throw failureOf('no-speech');
  });
  fireEvent.click(await button('Send'));
  await waitFor(() => expect(remove.isConnected).toBe(false));
  await waitFor(() =>
    expect(host.alertsShown.at(-1)?.message).toBe(
      'No legible speech detected, please speak clearly and in a quiet environment.',
    ),
  );
  expect(screen.queryByRole('button', { name: 'Remove voice note' })).toBeNull();
});

test('a recording ends where another chat is shown, and waits as a note in the draft of its own', async () => {
  const { host } = renderChat();
  const uploads = withUploads(host);
  fireEvent.click(await button('Record a voice note'));
  await button('Stop and send');
  act(() => host.navigation.navigate(`/?chat=${'e'.repeat(24)}`));
  await waitFor(() => expect(track.stop).toHaveBeenCalled());
  expect(screen.queryByRole('group', { name: 'Voice note' })).toBeNull();
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(asksToLeave()).toBe(true);
  await act(async () => uploads[0]?.done());
  expect(host.alertsShown).toMatchObject([
    { message: 'Your recording is kept in the chat you left, as a voice note that isn’t sent yet.' },
  ]);
  expect(asksToLeave()).toBe(false);
  expect(screen.queryByRole('button', { name: 'Remove voice note' })).toBeNull();
  act(() => host.navigation.navigate('/'));
  expect(await button('Remove voice note')).toBeDefined();
});

test('the page asks before a recording would be lost', async () => {
  const { host } = renderChat();
  withUploads(host);
  const record = await button('Record a voice note');
  expect(asksToLeave()).toBe(false);
  fireEvent.click(record);
  await button('Stop and send');
  expect(asksToLeave()).toBe(true);
  fireEvent.click(await button('Cancel recording'));
  expect(asksToLeave()).toBe(false);
});

test('when the microphone is unplugged, what was recorded is kept, and the person is told', async () => {
  const rendered = renderChat();
  const uploads = withUploads(rendered.host);
  fireEvent.click(await button('Record a voice note'));
  await button('Stop and send');
  await unplug();
  const why = screen.getByText('Your microphone stopped. What it recorded until then is kept.');
  expect(why.getAttribute('role')).toBe('status');
  expect(screen.queryByRole('timer')).toBeNull();
  expect(track.stop).toHaveBeenCalled();
  expect(uploads).toEqual([]);
  expect(asksToLeave()).toBe(true);
  const send = await button('Send what was recorded');
  expect(document.activeElement).toBe(send);
  fireEvent.click(send);
  await waitFor(() => expect(uploads).toHaveLength(1));
  await act(async () => uploads[0]?.done());
  await waitFor(() => expect(sent(rendered)).toMatchObject([{ voiceNote: expect.any(String) }]));
});

test('a recording ends by itself before it is longer than what can be sent', async () => {
  const rendered = renderChat();
  const uploads = withUploads(rendered.host);
  fireEvent.click(await button('Record a voice note'));
  await button('Stop and send');
  const recorder = FakeRecorder.all.at(-1);
  expect(recorder?.options).toEqual({ mimeType: 'audio/webm', audioBitsPerSecond: 32_000 });
  const fullAt = 24.75 * 1024 * 1024;
  await act(async () => recorder?.record(new Blob([new Uint8Array(fullAt - 1)])));
  expect(screen.getByRole('timer')).toBeDefined();
  await act(async () => recorder?.record(new Blob(['.'])));
  const full = 'This is the longest a voice note can be. What was recorded is kept.';
  expect(await screen.findByText(full)).toBeDefined();
  expect(track.stop).toHaveBeenCalled();
  fireEvent.click(await button('Send what was recorded'));
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(uploads[0]?.file.size).toBe(fullAt + 'speech'.length);
  await act(async () => uploads[0]?.done());
  await waitFor(() => expect(sent(rendered)).toHaveLength(1));
});

test('a recorder that fails ends like a microphone that is unplugged', async () => {
  const recorders: FakeRecorder[] = [];
  vi.stubGlobal(
    'MediaRecorder',
    class extends FakeRecorder {
      override start() {
        super.start();
        recorders.push(this);
      }
    },
  );
  renderChat();
  fireEvent.click(await button('Record a voice note'));
  await button('Stop and send');
  await act(async () => void recorders[0]?.dispatchEvent(new Event('error')));
  expect(await button('Send what was recorded')).toBeDefined();
  expect(track.stop).toHaveBeenCalled();
});

test('a microphone that stops before anything is recorded leaves no note, and says why', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(FakeRecorder.prototype, 'stop').mockImplementationOnce(function stop(this: FakeRecorder) {
    this.state = 'inactive';
    this.dispatchEvent(new Event('stop'));
  });
  const { host } = renderChat();
  const uploads = withUploads(host);
  fireEvent.click(await button('Record a voice note'));
  await button('Stop and send');
  await unplug();
  expect(await screen.findByText(/^Your microphone stopped before anything was recorded\./)).toBeDefined();
  expect(screen.queryByRole('group', { name: 'Voice note' })).toBeNull();
  expect(uploads).toEqual([]);
  expect(asksToLeave()).toBe(false);
});
