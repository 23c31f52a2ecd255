import { createScope } from '@atrium/shared-kernel/remote';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { BehaviorSubject, Subject } from 'rxjs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Draft, emptyDraft, restoreBefore } from '../draft/draft.ts';
import { fromService } from '../reply/reply.ts';
import { chatId, storedMessage } from '../testing/replies.ts';
import type { SendResult } from '../thread/send.ts';
import { newThread, type Thread } from '../thread/thread.ts';
import { createQueueModel } from './queue.model.ts';

const storageKey = `queue.${'a'.repeat(24)}.${chatId}`;
const message = (change: object) => fromService(storedMessage(change));
const answering: Thread = { ...newThread('t1', { chatId }), load: 'ready', messages: [message({ pending: true })] };
const answered: Thread = { ...answering, messages: [message({})] };
const failed: Thread = { ...answering, messages: [message({ failed: true })] };
const draft = (text: string): Draft => ({ ...emptyDraft, text });

let restored: Draft[];
/** Puts a draft back into the composer. */
const restoreDraft = (unsent: Draft) =>
  restoreBefore(unsent, restored[0] ?? emptyDraft, (merged) => {
    restored = [merged];
  });
let answers: PromiseWithResolvers<SendResult>[];
beforeEach(() => {
  restored = [];
  answers = [];
});

const start = (thread: Thread, host = createFakeHost()) => {
  const thread$ = new BehaviorSubject(thread);
  const send = vi.fn((_draft: Draft) => {
    // The thread is waiting from the moment of a send.
    thread$.next(answering);
    answers.push(Promise.withResolvers());
    return answers.at(-1)!.promise;
  });
  const endedInBackground$ = new Subject<Thread>();
  const sendInBackground = vi.fn((_thread: Thread, _draft: Draft) => {
    answers.push(Promise.withResolvers());
    return answers.at(-1)!.promise;
  });
  const queue = createQueueModel(
    { ...host, scope: createScope() },
    { thread$, send, endedInBackground$, sendInBackground, restoreDraft },
  );
  return {
    host,
    thread$,
    send,
    endedInBackground$,
    sendInBackground,
    queue,
    texts: () => queue.queued$.value.map(({ text }) => text),
  };
};
/** Other followers of the thread come first. */
const settled = () => Promise.resolve();
const accepted = async () => {
  await settled();
  answers.at(-1)!.resolve({ accepted: true });
  await answers.at(-1)!.promise;
};

test('messages wait for the reply, and are sent one after another when it has ended', async () => {
  const { queue, texts, thread$, send } = start(answering);
  queue.add(draft('one'));
  queue.add(draft('two'));
  expect(texts()).toEqual(['one', 'two']);
  expect(send).not.toHaveBeenCalled();
  thread$.next(answered);
  await accepted();
  expect(send.mock.calls.map(([{ text }]) => text)).toEqual(['one']);
  expect(texts()).toEqual(['two']);
  thread$.next(answered);
  await accepted();
  expect(send.mock.calls.map(([{ text }]) => text)).toEqual(['one', 'two']);
  expect(texts()).toEqual([]);
});

test('the next is sent if the reply ended before its send was confirmed', async () => {
  const { queue, thread$, send } = start(answering);
  queue.add(draft('one'));
  queue.add(draft('two'));
  thread$.next(answered);
  await settled();
  thread$.next(answered);
  await accepted();
  await vi.waitFor(() => expect(send.mock.calls.map(([{ text }]) => text)).toEqual(['one', 'two']));
});

test('after a failed reply they go back to the composer as one', async () => {
  const { queue, texts, thread$, send } = start(answering);
  queue.add(draft('one'));
  queue.add(draft('two'));
  thread$.next(failed);
  await settled();
  expect(send).not.toHaveBeenCalled();
  expect(restored.map(({ text }) => text)).toEqual(['one\n\ntwo']);
  expect(texts()).toEqual([]);
});

test('one that is not accepted returns to the composer, to be sent again as the same message', async () => {
  const { queue, texts, thread$ } = start(answering);
  queue.add(draft('one'));
  thread$.next(answered);
  await settled();
  answers[0]!.resolve({ accepted: false, sendId: 'send-one', noSpeech: false });
  await vi.waitFor(() => expect(restored).toMatchObject([{ text: 'one', sendId: 'send-one' }]));
  expect(texts()).toEqual([]);
});

test('one that is cancelled goes back to the composer', () => {
  const { queue, texts } = start(answering);
  queue.add(draft('one'));
  queue.add(draft('two'));
  queue.cancel(queue.queued$.value[0]!.sendId!);
  expect(texts()).toEqual(['two']);
  expect(restored.map(({ text }) => text)).toEqual(['one']);
});

test('they survive a reload under the names of their sends, each for its chat and person', async () => {
  const first = start(answering);
  first.queue.add(draft('one'));
  const { sendId } = first.queue.queued$.value[0]!;
  expect(sendId).toBeDefined();
  const again = start({ ...answering, load: 'loading' }, first.host);
  expect(again.queue.queued$.value).toMatchObject([{ text: 'one', sendId }]);
  again.thread$.next({ ...newThread('t2', { chatId: 'f'.repeat(24) }), load: 'ready' });
  await settled();
  expect(again.texts()).toEqual([]);
  expect(again.send).not.toHaveBeenCalled();
  again.thread$.next(answered);
  await settled();
  expect(again.send.mock.calls.map(([one]) => one.sendId)).toEqual([sendId]);
  expect(first.host.storage.session.get(storageKey)).toBeUndefined();
});

test('one that is canceled is not sent by a duplicate of its tab, whichever chat is on the screen there', async () => {
  const elsewhere: Thread = { ...newThread('t2', { chatId: 'f'.repeat(24) }), load: 'ready' };
  const first = start(answering);
  for (const text of ['one', 'two']) first.queue.add(draft(text));
  const duplicates = [answering, elsewhere].map((thread) => {
    const host = createFakeHost();
    host.storage.session.set(storageKey, first.host.storage.session.get(storageKey)!);
    return start(thread, host);
  });
  first.queue.cancel(first.queue.queued$.value[0]!.sendId!);
  for (const duplicate of duplicates) {
    await vi.waitFor(() => expect(duplicate.host.storage.session.get(storageKey)).not.toContain('one'));
    duplicate.thread$.next(answered);
    await settled();
    expect(duplicate.send.mock.calls.map(([{ text }]) => text)).toEqual(['two']);
  }
  expect(restored.map(({ text }) => text)).toEqual(['one']);
});

describe('one that is being sent', () => {
  const begin = async (host = createFakeHost(), thread = answering) => {
    const tab = start(thread, host);
    tab.queue.add(draft('one'));
    tab.queue.add(draft('two'));
    const { sendId } = tab.queue.queued$.value[0]!;
    tab.thread$.next({ ...answered, temporary: thread.temporary });
    await settled();
    expect(tab.texts()).toEqual(['two']);
    return { ...tab, sendId };
  };
  const closePage = () => globalThis.dispatchEvent(new Event('pagehide'));

  test('outlives its page, and is sent again before the others as the same message', async () => {
    const { host, sendId } = await begin();
    closePage();
    const again = start(answered, host);
    await settled();
    expect(again.send.mock.calls.map(([{ text, sendId: id }]) => [text, id])).toEqual([['one', sendId]]);
    expect(again.texts()).toEqual(['two']);
  });

  test('is not sent by a duplicate of its tab', async () => {
    const { host } = await begin();
    expect(start(answering, host).texts()).toEqual(['two']);
  });

  test('is in no storage any more once it was accepted', async () => {
    const { host } = await begin();
    closePage();
    await accepted();
    await settled();
    expect(start(answering, host).texts()).toEqual(['two']);
  });

  test('is in no storage for a temporary chat', async () => {
    const { host } = await begin(createFakeHost(), { ...answering, temporary: true });
    closePage();
    expect(host.storage.session.get(storageKey)).toBeUndefined();
  });
});

test('the next is sent to a chat whose reply ended behind another one', async () => {
  const { queue, texts, thread$, endedInBackground$, send, sendInBackground } = start(answering);
  for (const text of ['one', 'two', 'three']) queue.add(draft(text));
  thread$.next({ ...newThread('t2', { chatId: 'f'.repeat(24) }), load: 'ready' });
  endedInBackground$.next(answered);
  // The next reply had ended before its send was known to be accepted.
  endedInBackground$.next(answered);
  await accepted();
  await vi.waitFor(() => expect(sendInBackground.mock.calls.map(([, { text }]) => text)).toEqual(['one', 'two']));
  await accepted();
  endedInBackground$.next(failed);
  thread$.next(answering);
  expect(texts()).toEqual(['three']);
  expect(send).not.toHaveBeenCalled();
  expect(sendInBackground).toHaveBeenCalledTimes(2);
});

test('one that is not accepted for another chat waits until that chat is open', async () => {
  const { queue, texts, thread$, endedInBackground$ } = start(answering);
  queue.add(draft('one'));
  thread$.next({ ...newThread('t2', { chatId: 'f'.repeat(24) }), load: 'ready' });
  endedInBackground$.next(answered);
  answers[0]!.resolve({ accepted: false, sendId: 'send-one', noSpeech: false });
  await answers[0]!.promise;
  await Promise.resolve();
  expect(restored).toEqual([]);
  thread$.next(answering);
  expect(texts()).toEqual(['one']);
});

test.each(['secure', 'temporary'] as const)(
  'those of a %s chat are not written down, nor once it is left',
  async (kind) => {
    const { queue, host, thread$, endedInBackground$, sendInBackground } = start({ ...answering, [kind]: true });
    const stored = () => host.storage.session.get(storageKey);
    queue.add(draft('A secret'));
    queue.add(draft('Another'));
    expect(queue.queued$.value).toMatchObject([{ text: 'A secret' }, { text: 'Another' }]);
    expect(stored()).toBeUndefined();
    thread$.next(newThread('t2'));
    endedInBackground$.next({ ...answered, [kind]: true });
    expect(sendInBackground).toHaveBeenCalledTimes(1);
    expect(stored()).toBeUndefined();
  },
);

test('a stored queue that cannot be read is ignored', () => {
  const host = createFakeHost();
  host.storage.session.set(storageKey, '{');
  expect(start(answering, host).texts()).toEqual([]);
});

test('those of a new chat go with it once it has its id', () => {
  const { queue, texts, thread$, host } = start({ ...answering, chatId: undefined });
  queue.add(draft('one'));
  thread$.next(answering);
  expect(texts()).toEqual(['one']);
  expect(host.storage.session.get(storageKey)).toContain('one');
});

test('those of a new chat go with it, although it gets its id behind another chat', async () => {
  const { queue, thread$, endedInBackground$, sendInBackground } = start({ ...answering, chatId: undefined });
  queue.add(draft('one'));
  thread$.next({ ...newThread('t2', { chatId: 'f'.repeat(24) }), load: 'ready' });
  endedInBackground$.next(answered);
  await settled();
  expect(sendInBackground.mock.calls.map(([, { text }]) => text)).toEqual(['one']);
});

test('those of a new chat go back to the composer after a reload, and are not sent to another new chat', async () => {
  const first = start({ ...answering, chatId: undefined });
  first.queue.add(draft('one'));
  const again = start({ ...newThread('t1'), load: 'ready' }, first.host);
  await settled();
  expect(again.send).not.toHaveBeenCalled();
  expect(restored.map(({ text }) => text)).toEqual(['one']);
  expect(again.texts()).toEqual([]);
});

test('what waited for a new chat before a reload goes to no chat whose thread has the same key', async () => {
  const first = start({ ...answering, chatId: undefined });
  first.queue.add(draft('one'));
  const again = start(answered, first.host);
  await settled();
  expect([again.texts(), again.send.mock.calls, restored]).toEqual([[], [], []]);
  again.thread$.next({ ...newThread('t1'), load: 'ready' });
  await settled();
  expect(restored.map(({ text }) => text)).toEqual(['one']);
});

test('of two voice notes, one goes back to the composer after a failed reply, and the other waits', async () => {
  const { queue, thread$, send } = start(answering);
  for (const voiceNote of ['/objects/a', '/objects/b']) queue.add({ ...emptyDraft, voiceNote });
  thread$.next(failed);
  await settled();
  expect([...restored, ...queue.queued$.value].map(({ voiceNote }) => voiceNote)).toEqual(['/objects/a', '/objects/b']);
  expect(send).not.toHaveBeenCalled();
  queue.cancel(queue.queued$.value[0]!.sendId!);
  expect(queue.queued$.value).toHaveLength(1);
});

const refusal = { accepted: false, sendId: 'send-refused', noSpeech: false } as const;
/** Sends the composer's draft, as the composer does. */
const submit = ({ queue }: ReturnType<typeof start>, one: Draft) =>
  queue.sendDraft({ draft: one, release: () => undefined, restore: restoreDraft });

test('if the composer’s own message is refused, what is queued behind it returns with it, in order', async () => {
  const started = start(answered);
  const { queue, texts, thread$, send } = started;
  const sent = submit(started, draft('one'));
  queue.add(draft('two'));
  queue.add(draft('three'));
  // The thread is as it was before the send when its result is not known yet.
  thread$.next(answered);
  await settled();
  answers[0]!.resolve(refusal);
  await sent;
  expect(restored.map(({ text }) => text)).toEqual(['one\n\ntwo\n\nthree']);
  expect(texts()).toEqual([]);
  expect(send).toHaveBeenCalledTimes(1);
});

test('they return to their chat, whichever one is on the screen by then', async () => {
  const started = start(answered);
  const { queue, thread$, endedInBackground$, sendInBackground } = started;
  const sent = submit(started, draft('one'));
  queue.add(draft('two'));
  thread$.next({ ...newThread('t2', { chatId: 'f'.repeat(24) }), load: 'ready' });
  endedInBackground$.next(answered);
  answers[0]!.resolve(refusal);
  await sent;
  expect(restored.map(({ text }) => text)).toEqual(['one\n\ntwo']);
  expect(sendInBackground).not.toHaveBeenCalled();
});

test('what is queued waits if it is not known whether the composer’s own message arrived', async () => {
  const started = start(answered);
  const { queue, texts } = started;
  const sent = submit(started, draft('one'));
  queue.add(draft('two'));
  answers[0]!.resolve({ ...refusal, lost: true });
  await sent;
  expect(restored).toMatchObject([{ text: 'one', sendId: 'send-refused' }]);
  expect(texts()).toEqual(['two']);
});

test('if an edited prompt is refused, what is queued behind it returns to the composer', async () => {
  const { queue, texts, thread$, send } = start(answered);
  const sent = queue.send(draft('edited'), '1'.repeat(24));
  queue.add(draft('two'));
  thread$.next(answered);
  await settled();
  answers[0]!.resolve(refusal);
  expect(await sent).toEqual(refusal);
  expect(restored.map(({ text }) => text)).toEqual(['two']);
  expect(texts()).toEqual([]);
  expect(send).toHaveBeenCalledTimes(1);
});

test('of two voice notes, the second waits after a refusal until the first was sent again, also after a reload', async () => {
  const first = start(answering);
  for (const voiceNote of ['/objects/a', '/objects/b']) first.queue.add({ ...emptyDraft, voiceNote });
  first.thread$.next(answered);
  await settled();
  first.thread$.next(answered);
  answers[0]!.resolve(refusal);
  await vi.waitFor(() => expect(restored).toMatchObject([{ voiceNote: '/objects/a' }]));
  const again = start(answered, first.host);
  await settled();
  expect(again.queue.queued$.value).toMatchObject([{ voiceNote: '/objects/b' }]);
  expect(again.send).not.toHaveBeenCalled();
  const sent = submit(again, restored.pop()!);
  answers[1]!.resolve({ accepted: true });
  await sent;
  again.thread$.next(answered);
  await settled();
  expect(again.send.mock.calls.map(([{ voiceNote }]) => voiceNote)).toEqual(['/objects/a', '/objects/b']);
});

test('what returned to the composer goes before what still waits', async () => {
  const { queue, thread$ } = start(answering);
  for (const voiceNote of ['/objects/a', '/objects/b']) queue.add({ ...emptyDraft, voiceNote });
  thread$.next(failed);
  await settled();
  thread$.next(answering);
  queue.add(restored.pop()!);
  expect(queue.queued$.value.map(({ voiceNote }) => voiceNote)).toEqual(['/objects/a', '/objects/b']);
});

test('others who follow the thread are told last of the state after a send', async () => {
  const { queue, thread$ } = start(answering);
  queue.add(draft('one'));
  const seen: Thread[] = [];
  thread$.subscribe((thread) => seen.push(thread));
  thread$.next(answered);
  await settled();
  expect(seen.at(-1)).toBe(answering);
});
