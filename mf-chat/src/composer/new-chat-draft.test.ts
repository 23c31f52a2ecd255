import { createScope } from '@atrium/shared-kernel/remote';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { BehaviorSubject } from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import { newThread, type Thread } from '../thread/thread.ts';
import { createDraftModel } from './draft.model.ts';

const one = 'b'.repeat(24);

const setUp = (host = createFakeHost(), thread: Thread = newThread('t0')) => {
  const scope = createScope();
  onTestFinished(() => scope.end());
  const thread$ = new BehaviorSubject<Thread>(thread);
  const bus = { ...host.bus, on: host.bus.on.bind(host.bus) };
  return { host, thread$, drafts: createDraftModel({ ...host, bus, scope }, thread$) };
};

const refuse = ({ detach }: ReturnType<typeof setUp>['drafts'], sendId: string) => {
  const { draft, restore } = detach();
  restore({ ...draft, sendId });
};

test.each<[string, (thread: Thread) => Thread[]]>([
  ['temporary one', (thread) => [{ ...thread, temporary: true }]],
  ['later one', () => [newThread('t1')]],
  ['later one after a visit to a stored chat', () => [newThread('t1', { chatId: one }), newThread('t2')]],
])('a draft of a new chat that is sent in a %s is another send', (_, threads) => {
  const { drafts, thread$ } = setUp();
  drafts.change({ text: 'Same' });
  refuse(drafts, 'send-0001');
  for (const thread of threads(thread$.value)) thread$.next(thread);
  expect(drafts.draft$.value).toMatchObject({ text: 'Same', sendId: undefined });
});

test('a draft of a new chat stays the same send while its chat does, also after a reload', () => {
  const { drafts, host, thread$ } = setUp();
  drafts.change({ text: 'Same' });
  refuse(drafts, 'send-0001');
  thread$.next({ ...thread$.value, messages: [] });
  expect(drafts.draft$.value.sendId).toBe('send-0001');
  expect(setUp(host, newThread('t1')).drafts.draft$.value.sendId).toBe('send-0001');
});
