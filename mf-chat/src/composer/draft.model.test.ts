import { createScope } from '@atrium/shared-kernel/remote';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { BehaviorSubject } from 'rxjs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type LiveMessage, fromPrompt } from '../reply/reply.ts';
import { emptyDraft } from '../draft/draft.ts';
import { newThread, type Thread } from '../thread/thread.ts';
import { createDraftModel } from './draft.model.ts';

const one = 'b'.repeat(24);
const two = 'c'.repeat(24);
const stored = { _id: 'f1', name: 'a.txt', type: 'text/plain', url: '/objects/a', size: 3 };
const waiting = { _id: 'f2', name: 'b.txt', type: 'text/plain', progress: 40 };
const research = { research: true, image: false, secure: false };

const setUp = (host = createFakeHost(), thread: Thread = newThread('t0')) => {
  const scope = createScope();
  onTestFinished(() => scope.end());
  const thread$ = new BehaviorSubject<Thread>(thread);
  const bus = { ...host.bus, on: host.bus.on.bind(host.bus) };
  return { host, scope, thread$, drafts: createDraftModel({ ...host, bus, scope }, thread$) };
};

const refuse = ({ detach }: ReturnType<typeof setUp>['drafts'], sendId: string) => {
  const { draft, restore } = detach();
  restore({ ...draft, sendId });
};

/** Whether the browser asks before it closes the page. */
const asks = () => !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('each chat has its own draft, and a new chat one too', () => {
  const { drafts, thread$ } = setUp();
  const open = (key: string, chatId?: string) => thread$.next(newThread(key, { chatId }));
  drafts.change({ text: 'for a new one' });
  open('t1', one);
  drafts.change({ text: 'for one', files: [stored] });
  open('t2', two);
  expect(drafts.draft$.value).toMatchObject({ text: '', files: [] });
  open('t3', one);
  expect(drafts.draft$.value).toMatchObject({ text: 'for one', files: [stored] });
  open('t4');
  expect(drafts.draft$.value.text).toBe('for a new one');
});

test('text, complete files, modes and the voice note outlive a reload; a file on its way does not', () => {
  const { drafts, host } = setUp();
  drafts.change({ text: 'Hi', files: [stored, waiting], modes: research, voiceNote: '/objects/n' });
  const after = setUp(host).drafts.draft$.value;
  expect(after).toMatchObject({ text: 'Hi', modes: research, voiceNote: '/objects/n' });
  expect(after.files).toEqual([stored]);
});

describe('a draft that is being sent', () => {
  const closePage = () => globalThis.dispatchEvent(new Event('pagehide'));
  const setVisibility = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  };
  const send = (text: string, host = createFakeHost(), modes = emptyDraft.modes) => {
    const { drafts, thread$ } = setUp(host, { ...newThread('t1', { chatId: one }), load: 'ready' });
    drafts.change({ text, modes });
    return { host, drafts, thread$, ...drafts.detach() };
  };
  const afterwards = (host: ReturnType<typeof createFakeHost>) =>
    setUp(host, newThread('t2', { chatId: one })).drafts.draft$.value;

  test('is back in its composer after a reload, under the id of its send', () => {
    const { host, draft, thread$ } = send('One');
    thread$.next(newThread('t9', { chatId: two }));
    closePage();
    expect(afterwards(host)).toMatchObject({ text: 'One', sendId: draft.sendId });
    expect(draft.sendId).toBeDefined();
  });

  test('comes before what was written since, and before what was sent later', () => {
    const { host, drafts } = send('One');
    drafts.change({ text: 'Two' });
    drafts.detach();
    drafts.type('Three');
    closePage();
    expect(afterwards(host).text).toBe('One\n\nTwo\n\nThree');
  });

  test('is stored for as long as the page is hidden, because a browser may discard it', () => {
    const { host, drafts } = send('One');
    setVisibility('hidden');
    drafts.change({ text: 'Two' });
    expect(afterwards(host).text).toBe('One\n\nTwo');
    setVisibility('visible');
    expect(afterwards(host).text).toBe('Two');
  });

  test('is not in a duplicate of its tab', () => {
    expect(afterwards(send('One').host).text).toBe('');
  });

  test('is in no storage any more once it was accepted, or is in the composer again', () => {
    const sent = send('One');
    closePage();
    sent.release();
    expect(afterwards(sent.host).text).toBe('');
    const refused = send('Two');
    refused.restore(refused.draft);
    refused.release();
    closePage();
    expect(afterwards(refused.host).text).toBe('Two');
  });

  test('is in no storage for a secure or temporary chat, nor if it alone is secure', () => {
    const { host, thread$ } = send('One');
    thread$.next({ ...thread$.value, secure: true });
    closePage();
    expect(afterwards(host).text).toBe('');
    const alone = send('A secret', createFakeHost(), { research: false, image: false, secure: true });
    alone.drafts.change({ text: 'Plain', modes: emptyDraft.modes });
    closePage();
    expect(afterwards(alone.host).text).toBe('Plain');
  });
});

test('the page asks before a file on its way would be lost', () => {
  const { drafts, scope } = setUp();
  drafts.change({ text: 'Hi', files: [stored] });
  expect(asks()).toBe(false);
  drafts.change({ files: [stored, waiting] });
  expect(asks()).toBe(true);
  drafts.changeFile('f2', (file) => ({ ...file, url: '/objects/b' }));
  expect(asks()).toBe(false);
  drafts.change({ files: [waiting] });
  scope.end();
  expect(asks()).toBe(false);
});

test('a note that was recorded for a new chat goes to the draft of the chat that its first answer made', () => {
  const { drafts, thread$ } = setUp();
  drafts.setRecording(true);
  thread$.next({ ...thread$.value, chatId: one });
  thread$.next(newThread('t2', { chatId: two }));
  drafts.setRecording(false);
  drafts.awaitNote()('/objects/n');
  expect(drafts.draft$.value.voiceNote).toBeUndefined();
  thread$.next(newThread('t3', { chatId: one }));
  expect(drafts.draft$.value.voiceNote).toBe('/objects/n');
});

test('a note whose screen was left reaches the draft, also of someone who is back before it is uploaded', () => {
  const { host, drafts, scope } = setUp(createFakeHost(), newThread('t1', { chatId: one }));
  const busy = () => host.eventsSeen.at(-1)?.payload;
  drafts.setRecording('recording');
  scope.end();
  const putNote = drafts.awaitNote();
  expect([busy(), asks()]).toEqual([{ streaming: false, draft: true, recording: true }, true]);
  const back = setUp(host, newThread('t2', { chatId: one }));
  back.drafts.type('Typed meanwhile');
  expect(busy()).toEqual({ streaming: false, draft: true, recording: true });
  putNote('/objects/n');
  expect(back.drafts.draft$.value).toMatchObject({ text: 'Typed meanwhile', voiceNote: '/objects/n' });
  expect([busy(), asks()]).toEqual([{ streaming: false, draft: true }, false]);
  back.drafts.change({ text: '', voiceNote: undefined });
  expect(setUp(host, newThread('t3', { chatId: one })).drafts.draft$.value.voiceNote).toBeUndefined();
});

test('a screen that is left without a recording leaves nothing to ask about', () => {
  const { host, drafts, scope } = setUp();
  drafts.setRecording('starting');
  scope.end();
  expect([host.eventsSeen.at(-1)?.payload, asks()]).toEqual([{ streaming: false, draft: false }, false]);
});

test('the draft of a secure chat outlives a visit to another page, with its note, but is never stored', () => {
  const secure = { ...newThread('t1', { chatId: one }), load: 'ready' as const, secure: true };
  const { host, drafts, scope } = setUp(createFakeHost(), secure);
  drafts.change({ text: 'A secret' });
  drafts.setRecording('recording');
  scope.end();
  drafts.awaitNote()('/objects/secret');
  const back = setUp(host, newThread('t2', { chatId: one })).drafts;
  expect(back.draft$.value).toMatchObject({ text: 'A secret', voiceNote: '/objects/secret' });
  expect(host.storage.session.get(`draft.${'a'.repeat(24)}.${one}`)).toBeUndefined();
  back.detach();
  expect(setUp(host, newThread('t3', { chatId: one })).drafts.draft$.value.text).toBe('');
});

test('nothing of a secure chat is stored: what was stored before it became known as one is removed', () => {
  const { drafts, host, thread$ } = setUp(createFakeHost(), newThread('t1', { chatId: one }));
  const storedText = () => host.storage.session.get(`draft.${'a'.repeat(24)}.${one}`);
  drafts.change({ text: 'Before it is known' });
  expect(storedText()).toMatch(/Before it is known/);
  thread$.next({ ...thread$.value, load: 'ready', secure: true });
  expect(storedText()).toBeUndefined();
  drafts.change({ text: 'A secret' });
  expect(storedText()).toBeUndefined();
  thread$.next(newThread('t2', { chatId: two }));
  drafts.change({ text: 'Plain', modes: { ...research, research: false } });
  drafts.change({ modes: { ...research, research: false, secure: true } });
  expect(host.storage.session.get(`draft.${'a'.repeat(24)}.${two}`)).toBeUndefined();
  thread$.next(newThread('t3', { chatId: one }));
  expect(drafts.draft$.value.text).toBe('A secret');
});

test('nothing of a temporary chat is written down, from before its first message on; the next new chat is as any', () => {
  const { drafts, host, thread$ } = setUp();
  const storedText = (chat: string) => host.storage.session.get(`draft.${'a'.repeat(24)}.${chat}`);
  drafts.change({ text: 'Between us' });
  expect(storedText('new')).toMatch(/Between us/);
  thread$.next({ ...thread$.value, temporary: true });
  expect(storedText('new')).toBeUndefined();
  refuse(drafts, 'refused');
  expect(storedText('new')).toBeUndefined();
  expect(drafts.draft$.value.text).toBe('Between us');
  thread$.next({ ...thread$.value, temporary: false });
  expect(storedText('new')).toMatch(/Between us/);
  thread$.next({ ...thread$.value, temporary: true });
  thread$.next({ ...thread$.value, chatId: one });
  drafts.change({ text: 'Still between us' });
  expect(storedText('new')).toBeUndefined();
  expect(storedText(one)).toBeUndefined();
  thread$.next(newThread('t1'));
  drafts.change({ text: 'For everyone' });
  expect(storedText('new')).toMatch(/For everyone/);
  // It is not known to stay in memory until it has loaded again.
  thread$.next(newThread('t2', { chatId: one }));
  drafts.change({ text: 'Again' });
  expect(storedText(one)).toBeUndefined();
});

test('a stored draft that cannot be read is ignored', () => {
  const host = createFakeHost();
  for (const invalid of ['{', '7', '{"text":1,"files":[{"name":2}],"modes":"x"}']) {
    host.storage.session.set(`draft.${'a'.repeat(24)}.new`, invalid);
    expect(setUp(host).drafts.draft$.value).toMatchObject({ text: '', files: [] });
  }
});

test('the next person at the same browser sees nothing of it', () => {
  const { drafts, host } = setUp();
  drafts.change({ text: 'Secret' });
  host.session.user$.next(testUser({ _id: 'd'.repeat(24) }));
  expect(drafts.draft$.value.text).toBe('');
});

test('a recording ends with the session', () => {
  const { drafts, host } = setUp();
  drafts.setRecording('recording');
  host.session.user$.next(undefined);
  expect([drafts.recording$.value, asks()]).toEqual([false, false]);
});

test('text typed while a first answer started moves to the new chat', () => {
  const { drafts, thread$ } = setUp();
  drafts.change({ text: 'Next question' });
  thread$.next({ ...thread$.value, chatId: one });
  expect(drafts.draft$.value.text).toBe('Next question');
  thread$.next(newThread('t9'));
  expect(drafts.draft$.value.text).toBe('');
});

test('a draft that was not accepted returns to its own chat, before what was written since', () => {
  const { drafts, thread$ } = setUp(createFakeHost(), newThread('t1', { chatId: one }));
  drafts.change({ text: 'First', files: [stored], modes: research });
  const { draft, restore } = drafts.detach();
  expect(draft.text).toBe('First');
  expect(drafts.draft$.value).toMatchObject({ text: '', files: [], modes: research });
  drafts.change({ text: 'Second' });
  thread$.next(newThread('t2', { chatId: two }));
  restore({ ...draft, sendId: 'send-0001' });
  expect(drafts.draft$.value.text).toBe('');
  thread$.next(newThread('t3', { chatId: one }));
  expect(drafts.draft$.value).toMatchObject({
    text: 'First\n\nSecond',
    files: [stored],
    modes: research,
  });
  // The service may know the first one by its name, and would answer that again.
  expect(drafts.draft$.value.sendId).toBeUndefined();
});

test('a draft that was not accepted is secure with what was written since in secure mode', () => {
  const { drafts } = setUp();
  drafts.change({ text: 'Plain' });
  const { draft, restore } = drafts.detach();
  drafts.change({ text: 'A secret', modes: { research: false, image: false, secure: true } });
  restore({ ...draft, sendId: 'send-0001' });
  expect(drafts.draft$.value).toMatchObject({ text: 'Plain\n\nA secret', modes: { secure: true } });
});

test('a note without speech takes no newer note with it', () => {
  const { drafts } = setUp();
  drafts.change({ voiceNote: '/objects/silent' });
  const { draft, restore } = drafts.detach();
  drafts.change({ voiceNote: '/objects/newer' });
  restore({ ...draft, voiceNote: undefined });
  expect(drafts.draft$.value.voiceNote).toBe('/objects/newer');
});

test('a note that was not accepted and a newer one make no message together, and neither is lost', () => {
  const { drafts } = setUp();
  drafts.change({ voiceNote: '/objects/first' });
  const { draft, restore } = drafts.detach();
  drafts.change({ voiceNote: '/objects/newer' });
  expect(restore(draft)).toBe(false);
  expect(drafts.draft$.value.voiceNote).toBe('/objects/newer');
});

test('the image mode stays on, research turns off once its answer is there', () => {
  const { drafts, thread$ } = setUp();
  const image = { research: false, image: true, secure: false };
  drafts.change({ text: 'Paint', modes: image });
  drafts.detach();
  expect(drafts.draft$.value.modes).toEqual(image);

  drafts.change({ text: 'Look it up', modes: research });
  drafts.detach();
  const question = { ...fromPrompt('Look it up', 'm1', new Date()), mode: 'research' as const };
  const show = (message: LiveMessage) => thread$.next({ ...newThread('t0'), messages: [message] });
  show(question);
  expect(drafts.draft$.value.modes.research).toBe(true);
  show({ ...question, pending: false });
  expect(drafts.draft$.value.modes.research).toBe(false);
  drafts.change({ modes: research });
  show({ ...question, pending: false, reportId: 'r' });
  expect(drafts.draft$.value.modes.research).toBe(true);
  const failing = { ...question, key: 'm2' };
  show(failing);
  show({ ...failing, pending: false, failed: true });
  expect(drafts.draft$.value.modes.research).toBe(true);
});

test.each([
  ['has arrived, research turns off', false],
  ['has failed, research stays on', true],
])('once a research answer %s, also if another chat was on the screen by then', (_, failed) => {
  const { drafts, thread$ } = setUp(createFakeHost(), newThread('t1', { chatId: one }));
  drafts.change({ modes: research });
  const question = { ...fromPrompt('Look it up', 'm1', new Date()), mode: 'research' as const };
  thread$.next({ ...thread$.value, load: 'ready', messages: [question] });
  thread$.next({ ...newThread('t2', { chatId: two }), load: 'ready', messages: [{ ...question, pending: false }] });
  // The thread was dropped, and is loaded again.
  const again = newThread('t3', { chatId: one });
  thread$.next(again);
  expect(drafts.draft$.value.modes.research).toBe(true);
  const id = 'd'.repeat(24);
  const stored = { ...question, _id: id, key: id, pending: false, failed };
  thread$.next({ ...again, load: 'ready', messages: [stored] });
  expect(drafts.draft$.value.modes.research).toBe(failed);
  drafts.change({ modes: research });
  thread$.next({ ...again, load: 'ready', messages: [{ ...stored, reportId: 'r' }] });
  expect(drafts.draft$.value.modes.research).toBe(true);
});

test('research stays on where the service refuses an edited research', () => {
  const { drafts, thread$ } = setUp();
  const answer = { ...fromPrompt('Look it up', 'm1', new Date()), mode: 'research' as const, pending: false };
  drafts.change({ modes: research });
  for (const message of [answer, { ...answer, key: 'm2', pending: true }, answer])
    thread$.next({ ...thread$.value, messages: [message] });
  expect(drafts.draft$.value.modes.research).toBe(true);
});

test('the next new chat is no research where one was left before it had an id', () => {
  const { drafts, thread$ } = setUp();
  drafts.change({ modes: research });
  const question = { ...fromPrompt('Look it up', 'm1', new Date()), mode: 'research' as const };
  thread$.next({ ...thread$.value, messages: [question] });
  thread$.next(newThread('t1'));
  expect(drafts.draft$.value.modes.research).toBe(false);
});

test('a changed draft is another send', () => {
  const { drafts } = setUp();
  drafts.change({ text: 'Same' });
  refuse(drafts, 'send-0001');
  expect(drafts.draft$.value.sendId).toBe('send-0001');
  drafts.change({ text: 'Another' });
  expect(drafts.draft$.value.sendId).toBeUndefined();
});

test('a file is changed in whatever draft it is', () => {
  const { drafts, thread$ } = setUp(createFakeHost(), newThread('t1', { chatId: one }));
  drafts.change({ files: [waiting] });
  thread$.next(newThread('t2', { chatId: two }));
  drafts.changeFile('f2', (file) => ({ ...file, progress: 100, url: '/objects/b' }));
  expect(drafts.draft$.value.files).toEqual([]);
  thread$.next(newThread('t3', { chatId: one }));
  expect(drafts.draft$.value.files).toMatchObject([{ url: '/objects/b' }]);
});

test('a file from before a reload can be removed', () => {
  const { drafts, host } = setUp();
  drafts.change({ files: [stored] });
  const after = setUp(host).drafts;
  after.changeFile('f1', () => undefined);
  expect(after.draft$.value.files).toEqual([]);
});

test('an update waits for a draft, a file, an edited prompt, a voice note and a recording', () => {
  const { drafts, host } = setUp();
  const busy = () => host.eventsSeen.at(-1)?.payload;
  drafts.change({ files: [stored] });
  expect(busy()).toEqual({ streaming: false, draft: true });
  drafts.change({ files: [] });
  expect(busy()).toEqual({ streaming: false, draft: false });
  drafts.setEditing(true);
  expect(busy()).toEqual({ streaming: false, draft: true });
  drafts.setEditing(false);
  drafts.setRecording(true);
  expect(busy()).toEqual({ streaming: false, draft: true, recording: true });
});

test('typed text is stored 300 ms after the last key press, when the page closes, and when the screen unmounts', () => {
  vi.useFakeTimers();
  try {
    const { drafts, host, scope } = setUp();
    const storedText = () => host.storage.session.get(`draft.${'a'.repeat(24)}.new`);
    drafts.type('On');
    vi.advanceTimersByTime(299);
    drafts.type('One');
    vi.advanceTimersByTime(299);
    expect(storedText()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(storedText()).toMatch(/"One"/);
    drafts.type('Two');
    window.dispatchEvent(new Event('pagehide'));
    expect(storedText()).toMatch(/"Two"/);
    drafts.type('Three');
    scope.end();
    expect(storedText()).toMatch(/"Three"/);
  } finally {
    vi.useRealTimers();
  }
});

test('its state is emitted when the first character is typed or the last one deleted, and for all other changes', () => {
  const { drafts } = setUp();
  const emitted: string[] = [];
  drafts.shape$.subscribe(({ text }) => emitted.push(text));
  for (const text of ['o', 'on', 'one', ' ', '', 'two']) drafts.type(text);
  drafts.change({ files: [stored] });
  drafts.change({ text: 'three' });
  expect(emitted).toEqual(['', 'o', ' ', '', 'two', 'two', 'three']);
});
