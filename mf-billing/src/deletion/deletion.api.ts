import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useHost } from '../remote.ts';

const message = `This immediately deletes your chats, files, memories, agents and collections, signs out your devices and ends any plan you pay for yourself. Your teams keep working: their agents and any subscription you pay for pass to another admin, or to the member who has been there longest. Teams with no one else in them are deleted. This can’t be undone.`;

/** Deletes the account after a confirmation that wants the word (A2.23, A5.18). */
export const useDeleteProfile = () => {
  const { alerts, client, dialogs, session } = useHost();
  return async (): Promise<void> => {
    const deleted = await dialogs.confirm({
      title: 'Delete profile',
      message,
      confirm: 'Delete profile',
      word: 'delete',
      danger: true,
      async action() {
        try {
          await client.call(calls.profile.deleteUser, {});
        } catch (error) {
          const text = messageOf(error, 'Failed to delete your profile, please try again.');
          alerts.show({ message: text, type: 'error', time: toastTimes.medium });
          throw error;
        }
      },
    });
    if (!deleted) return;
    alerts.show({ message: 'Goodbye :(', type: 'info', time: toastTimes.medium });
    // The account is gone whatever this fetch says; the next call that answers 401 makes it good.
    await session.refresh().catch(() => undefined);
  };
};
