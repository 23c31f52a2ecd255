import { useState } from 'react';
import { createDropModel } from '../attachments/drop.model.ts';
import { createComposerModel } from '../composer/composer.model.ts';
import { createDraftModel } from '../composer/draft.model.ts';
import { useRemote } from '../remote.ts';
import { createThreadModel } from '../thread/thread.model.ts';
import { createTitleModel } from './title.model.ts';

/** The models of one mount; they end with its scope. */
export const useChat = () => {
  const remote = useRemote();
  const [models] = useState(() => {
    const thread = createThreadModel(remote);
    const drafts = createDraftModel(remote, thread.thread$);
    return {
      thread,
      /** Answers keep their rendering while others stream: the same function each time. */
      report: (messageId: string) => void thread.report(messageId),
      drafts,
      composer: createComposerModel(remote, thread, drafts),
      drop: createDropModel(remote.scope),
      title$: createTitleModel(remote.scope, thread.thread$),
    };
  });
  return models;
};
