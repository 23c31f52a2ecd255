import { createDropModel } from '@atrium/shared-kernel/drops/model';
import { useState } from 'react';
import { createComposerModel } from '../composer/composer.model.ts';
import { restoreBefore } from '../draft/draft.ts';
import { createDraftModel } from '../composer/draft.model.ts';
import { createQueueModel } from '../queue/queue.model.ts';
import { useHost } from '../remote.ts';
import { createThreadModel } from '../thread/thread.model.ts';
import { createSearchTargetModel } from './search-target.model.ts';
import { createTitleModel } from './title.model.ts';
import { BehaviorSubject, distinctUntilChanged } from 'rxjs';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import type { LiveMessage } from '../reply/reply.ts';
import type { Thread } from '../thread/thread.ts';

/** Whether two states of a message differ only in what a streaming reply adds, such as words and thoughts. */
const onlyGrown = (a: LiveMessage, b: LiveMessage | undefined): boolean =>
  a === b ||
  (b !== undefined &&
    a.streaming &&
    b.streaming &&
    a.key === b.key &&
    a._id === b._id &&
    a.pending === b.pending &&
    a.context === b.context);

/** Compares the fields of both, because optional ones may be missing in either. */
const sameViewState = (a: Thread, b: Thread): boolean =>
  Object.keys({ ...a, ...b }).every((name) => name === 'messages' || Reflect.get(a, name) === Reflect.get(b, name)) &&
  a.messages.length === b.messages.length &&
  a.messages.every((one, at) => onlyGrown(one, b.messages[at]));

/** The thread without the growth of a reply, so that what surrounds the messages is not rendered with every word. */
export const viewStateOf = (thread$: Behavior<Thread>, scope: Scope): Behavior<Thread> => {
  const viewState$ = new BehaviorSubject(thread$.value);
  thread$.pipe(distinctUntilChanged(sameViewState), scope.until()).subscribe((thread) => viewState$.next(thread));
  return viewState$;
};

/** The models of one mount. They end with its scope. */
export const useChat = () => {
  const remote = useHost();
  const [models] = useState(() => {
    const thread = createThreadModel(remote);
    const drafts = createDraftModel(remote, thread.thread$);
    const queue = createQueueModel(remote, {
      ...thread,
      restoreDraft: (draft) => restoreBefore(draft, drafts.draft$.value, drafts.change),
    });
    return {
      thread,
      viewState$: viewStateOf(thread.thread$, remote.scope),
      queue,
      /** The same function each time, so that answers are not rendered again while others stream. */
      report: (messageId: string) => void thread.report(messageId),
      drafts,
      composer: createComposerModel(remote, thread, drafts, queue),
      drop: createDropModel(remote.scope),
      found: createSearchTargetModel(remote, thread),
      title$: createTitleModel(remote.scope, thread.thread$),
    };
  });
  return models;
};
