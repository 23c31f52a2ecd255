import { type CallFailure, messageOf } from '@atrium/shared-kernel/client';
import { isCallFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { ChatRemote } from '../remote.ts';
import type { Threads } from './threads.ts';

const failure = 'Failed to show this version. Please try again.';

/**
 * Shows the branch of a version in the chat on the screen. Resolves with whether it is shown. A failure is shown in an
 * alert.
 */
export const createSelectVersion = (
  { client, scope, alerts }: Pick<ChatRemote, 'client' | 'scope' | 'alerts'>,
  threads: Threads,
  load: (key: string) => Promise<void>,
) => {
  const fail = (error?: CallFailure) => {
    const message = error && error.status > 0 ? messageOf(error, failure) : failure;
    alerts.show({ message, type: 'error', time: toastTimes.medium });
    return false;
  };
  return async (messageId: string): Promise<boolean> => {
    const { key } = threads.current$.value;
    try {
      await client.call(calls.chat.selectVersion, { messageId }, { signal: scope.signal });
    } catch (error) {
      if (isCallFailure(error)) return fail(error);
      if (scope.signal.aborted) return false;
      throw error;
    }
    await load(key);
    if (threads.get(key)?.load !== 'failed') return true;
    // What was shown before stays, and can be continued.
    threads.change(key, (thread) => ({ ...thread, load: 'ready' }));
    return fail();
  };
};
