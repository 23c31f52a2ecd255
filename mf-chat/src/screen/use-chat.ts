import { useState } from 'react';
import { createDraftModel } from '../composer/draft.model.ts';
import { useRemote } from '../remote.ts';
import { createThreadModel } from '../thread/thread.model.ts';
import { createTitleModel } from './title.model.ts';

/** The models of one mount; they end with its scope. */
export const useChat = () => {
  const remote = useRemote();
  const [models] = useState(() => {
    const thread = createThreadModel(remote);
    return {
      thread,
      draft: createDraftModel(remote, thread.thread$),
      title$: createTitleModel(remote.scope, thread.thread$),
    };
  });
  return models;
};
