import { createScope } from '@atrium/shared-kernel/remote';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { BehaviorSubject } from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import { noModes } from '../draft/modes.ts';
import { newThread, type Thread } from '../thread/thread.ts';
import { createDraftModel } from './draft.model.ts';

const one = 'b'.repeat(24);
const two = 'c'.repeat(24);
const setUp = (thread: Thread) => {
  const host = createFakeHost();
  const scope = createScope();
  onTestFinished(() => scope.end());
  const thread$ = new BehaviorSubject(thread);
  const bus = { ...host.bus, on: host.bus.on.bind(host.bus) };
  return { thread$, drafts: createDraftModel({ ...host, bus, scope }, thread$) };
};

test.each([
  ['is in the draft', { voiceNote: '/objects/second' }, false],
  ['is being recorded', {}, 'recording'],
] as const)('a note that arrives late replaces none that %s', (_, change, recording) => {
  const { drafts, thread$ } = setUp(newThread('t1', { chatId: one }));
  drafts.setRecording('recording');
  thread$.next(newThread('t2', { chatId: two }));
  drafts.setRecording(false);
  const putNote = drafts.awaitNote();
  thread$.next(newThread('t3', { chatId: one }));
  drafts.change(change);
  drafts.setRecording(recording);
  expect(putNote('/objects/first')).toBe(false);
  expect(drafts.draft$.value).toMatchObject(change);
  expect(drafts.draft$.value.voiceNote).not.toBe('/objects/first');
  drafts.change({ voiceNote: undefined });
  drafts.setRecording(false);
  expect(putNote('/objects/first')).toBe(true);
  expect(drafts.draft$.value.voiceNote).toBe('/objects/first');
});

test('a note that arrives late waits while its chat is in secure mode', () => {
  const { drafts, thread$ } = setUp(newThread('t1', { chatId: one }));
  drafts.setRecording('recording');
  thread$.next(newThread('t2', { chatId: two }));
  drafts.setRecording(false);
  const putNote = drafts.awaitNote();
  thread$.next(newThread('t3', { chatId: one }));
  drafts.change({ modes: { ...noModes, secure: true } });
  expect(putNote('/objects/first')).toBe(false);
  expect(drafts.draft$.value.voiceNote).toBeUndefined();
  drafts.change({ modes: noModes });
  expect(putNote('/objects/first')).toBe(true);
  expect(drafts.draft$.value.voiceNote).toBe('/objects/first');
});
