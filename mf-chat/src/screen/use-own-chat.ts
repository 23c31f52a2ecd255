import { useEffect, useMemo, useState } from 'react';
import type { OwnChat } from '../context/own-chat.ts';
import type { Thread } from '../thread/thread.ts';
import type { ThreadModel } from '../thread/thread.model.ts';
import type { SearchTargetModel } from './search-target.model.ts';

/** Milliseconds for which a chat has to be on the screen before its context is requested. */
const settleTime = 1000;

/** The chat on the screen, if it is the user's own. An interview about an agent has no context. */
export const useOwnChat = (
  { chatId, fn, load, shareId }: Thread,
  { thread$ }: Pick<ThreadModel, 'thread$'>,
  choose: SearchTargetModel['choose'],
): OwnChat | undefined => {
  const own = fn === undefined && shareId === undefined && load === 'ready' ? chatId : undefined;
  const [ready, setReady] = useState<string>();
  useEffect(() => {
    const timer = own === undefined ? undefined : setTimeout(() => setReady(own), settleTime);
    return () => clearTimeout(timer);
  }, [own]);
  return useMemo(
    () =>
      own === undefined
        ? undefined
        : {
            chatId: own,
            settled: own === ready,
            messages: () => thread$.value.messages,
            show: (messageId) => choose({ chatId: own, messageId }),
          },
    [own, ready, thread$, choose],
  );
};
