import { useState } from 'react';
import { createDropModel } from '../attachments/drop.model.ts';
import { createComposerModel } from '../composer/composer.model.ts';
import { joined } from '../draft/draft.ts';
import { createDraftModel } from '../composer/draft.model.ts';
import { createQueueModel } from '../queue/queue.model.ts';
import { useHost } from '../remote.ts';
import { viewStateOf } from '../thread/view-state.ts';
import { createThreadModel } from '../thread/thread.model.ts';
import { createVersionsModel } from '../versions/versions.model.ts';
import { createSearchTargetModel } from './search-target.model.ts';
import { createTitleModel } from './title.model.ts';

/** The models of one mount; they end with its scope. */
export const useChat = () => {
  const remote = useHost();
  const [models] = useState(() => {
    const thread = createThreadModel(remote);
    const drafts = createDraftModel(remote, thread.thread$);
    const queue = createQueueModel(remote, {
      ...thread,
      giveBack: (draft) => drafts.change(joined(draft, drafts.draft$.value)),
    });
    return {
      thread,
      frame$: viewStateOf(thread.thread$, remote.scope),
      queue,
      versions: createVersionsModel(remote, thread),
      /** Answers keep their rendering while others stream: the same function each time. */
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
