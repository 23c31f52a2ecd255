import { fileNotYours } from '@atrium/shared-kernel/contracts/sentences';
import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { UserFile } from '@atrium/shared-kernel/contracts/entities/chat';
import { useHost } from '../remote.ts';
import { useOpenTab } from '../ui/use-open-tab.ts';

/** Opens a stored file in a new tab, by a link that the service gives to whoever may read it (B8.32). */
export const useOpenFile = () => {
  const { client, alerts, scope } = useHost();
  const openTab = useOpenTab();
  return async ({ url }: UserFile): Promise<void> => {
    if (url === undefined) return;
    try {
      const input = { identifierString: url };
      const answer = await client.call(calls.files.objectFromPresignedUrl, input, { signal: scope.signal });
      openTab(answer.url, 'Your file is ready.');
    } catch (error) {
      if (scope.signal.aborted) return;
      const message = messageOf(error, fileNotYours);
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    }
  };
};
