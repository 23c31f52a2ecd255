import { isFailure, messageOf } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { ChatRemote } from '../remote.ts';
import type { Threads } from './threads.ts';

const texts = {
  done: 'You have successfully reported this AI content.',
  failed: 'Failed to report, please try again.',
} as const;

/** Reports an answer (B8.35 to B8.37). A reported one has no buttons any more (B4.25). */
export const createReport = (
  { client, alerts, dialogs, scope }: Pick<ChatRemote, 'client' | 'alerts' | 'dialogs' | 'scope'>,
  threads: Threads,
) => {
  const mark = (messageId: string) => {
    for (const { key, messages } of threads.all())
      for (const message of messages)
        if (message._id === messageId)
          threads.changeMessage(key, message.key, (one) => ({ ...one, reportId: one.reportId ?? messageId }));
  };

  return async (messageId: string): Promise<void> => {
    const confirmed = await dialogs.confirm({
      title: 'Report answer',
      message: 'Report this answer as harmful, false or offensive? This hides the buttons below it.',
      confirm: 'Report',
    });
    if (!confirmed) return;
    try {
      await client.call(calls.chat.reportMessage, { chatMessage: messageId });
      mark(messageId);
      alerts.show({ message: texts.done, type: 'info', time: toastTimes.medium });
    } catch (error) {
      if (scope.signal.aborted) return;
      const alreadyReported = isFailure(error, calls.chat.reportMessage, 'already-reported');
      if (alreadyReported) mark(messageId);
      alerts.show({ message: messageOf(error, texts.failed), type: 'error', time: toastTimes.medium });
    }
  };
};
