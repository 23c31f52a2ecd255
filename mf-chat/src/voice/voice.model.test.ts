import { CallFailure } from '@atrium/shared-kernel/client';
import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { expect, test, vi } from 'vitest';
import { createVoiceModel, elapsed } from './voice.model.ts';

const settle = async () => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
};
const note = new Blob(['note'], { type: 'audio/webm' });

const setUp = (change: Partial<Parameters<typeof createVoiceModel>[0]> = {}) => {
  const recording = { stop: vi.fn(() => Promise.resolve(note)), cancel: vi.fn() };
  const parts = {
    record: vi.fn(() => Promise.resolve(recording)),
    store: vi.fn(() => Promise.resolve('/objects/note')),
    onNote: vi.fn(),
    kept: vi.fn(() => true),
    onDenied: vi.fn(),
    onFailure: vi.fn(),
    ...change,
  };
  return { ...parts, recording, model: createVoiceModel({ onLeft: () => parts.kept, ...parts }) };
};

test('a recording counts its seconds', () =>
  marbles(({ expectObservable }) => {
    expectObservable(elapsed(), '^ 2500ms !').toBe('a 999ms b 999ms c', { a: 0, b: 1, c: 2 });
  }));

test('stop uploads the note and gives it', async () => {
  const { model, store, onNote, recording } = setUp();
  await settle();
  expect(model.voice$.value).toEqual({ phase: 'recording', seconds: 0 });
  await model.stop();
  expect(recording.stop).toHaveBeenCalledOnce();
  expect(store).toHaveBeenCalledWith(note, expect.any(AbortSignal));
  expect(onNote).toHaveBeenCalledExactlyOnceWith('/objects/note');
});

test('a recording whose chat is left is uploaded and kept, and only once', async () => {
  const { model, store, onNote, kept, recording } = setUp();
  await settle();
  model.leave();
  await settle();
  model.leave();
  await settle();
  expect(recording.stop).toHaveBeenCalledOnce();
  expect(store).toHaveBeenCalledOnce();
  expect(kept).toHaveBeenCalledExactlyOnceWith('/objects/note');
  expect(onNote).not.toHaveBeenCalled();
});

test('what was sent or cancelled is not kept as well', async () => {
  for (const end of ['stop', 'cancel'] as const) {
    const { model, kept } = setUp();
    await settle();
    await model[end]();
    model.leave();
    await settle();
    expect(kept).not.toHaveBeenCalled();
  }
});

test('after a failed upload a left note can be uploaded again', async () => {
  const store = vi
    .fn()
    .mockRejectedValueOnce(new CallFailure(500, '', undefined, ''))
    .mockResolvedValueOnce('/objects/n');
  const onFailure = vi.fn((_message: string, retry: () => void) => retry());
  const { model, kept } = setUp({ store, onFailure });
  await settle();
  model.leave();
  await settle();
  expect(kept.mock.calls).toEqual([[undefined], ['/objects/n']]);
});

test('a left note that its chat does not take, because that has another one, can be added later', async () => {
  const kept = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true);
  const onFailure = vi.fn<(message: string, retry: () => void) => void>();
  const { model } = setUp({ onLeft: () => kept, onFailure });
  await settle();
  model.leave();
  await settle();
  const message = 'The chat you left has another voice note now, or is in secure mode. Change that, then try again.';
  expect(onFailure.mock.calls).toEqual([[message, expect.any(Function)]]);
  onFailure.mock.calls[0]?.[1]();
  await settle();
  expect(kept).toHaveBeenCalledTimes(2);
  expect(onFailure).toHaveBeenCalledOnce();
});

test('a note whose upload fails stays, and is uploaded again without being recorded again', async () => {
  const store = vi
    .fn()
    .mockRejectedValueOnce(new CallFailure(500, '', undefined, ''))
    .mockResolvedValueOnce('/objects/n');
  const { model, onNote, onFailure, recording } = setUp({ store });
  await settle();
  await model.stop();
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(
    'Failed to upload voice note, please try again.',
    expect.any(Function),
  );
  expect(model.voice$.value).toEqual({ phase: 'failed' });
  await model.stop();
  expect(recording.stop).toHaveBeenCalledOnce();
  expect(onNote).toHaveBeenCalledExactlyOnceWith('/objects/n');
});

test('cancel releases the microphone and emits nothing', async () => {
  const { model, onNote, recording } = setUp();
  await settle();
  model.cancel();
  expect(recording.cancel).toHaveBeenCalledOnce();
  expect(onNote).not.toHaveBeenCalled();
});

test('a microphone without permission is reported once, and not after a cancel', async () => {
  const record = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  const denied = setUp({ record });
  await settle();
  expect(denied.onDenied).toHaveBeenCalledOnce();
  const cancelled = setUp({ record });
  cancelled.model.cancel();
  await settle();
  expect(cancelled.onDenied).not.toHaveBeenCalled();
});
