import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useState } from 'react';
import { useConfirmedFreshly } from '../fresh-sign-in/fresh-sign-in.api.ts';
import { useHost } from '../remote.ts';

const message = `This immediately deletes your chats, files, memories, agents and collections, signs out your devices and ends any plan you pay for yourself. Your teams keep working: their agents pass to another admin, or to the member who has been there longest. Your card won’t be charged again, so they have to resume any team plan you pay for before its paid period ends. Teams with no one else in them are deleted. This can’t be undone.`;

/**
 * Deletes the account after a confirmation by a typed word (A2.23, A5.18), and after a fresh sign-in if the last one
 * was a while ago.
 */
export const useDeleteProfile = () => {
  const { alerts, client, navigation, session } = useHost();
  const confirmFreshly = useConfirmedFreshly();
  const [deleting, setDeleting] = useState(false);
  const run = async () => {
    setDeleting(true);
    try {
      await client.call(calls.profile.deleteUser, {});
    } finally {
      setDeleting(false);
    }
  };
  const deleteProfile = async (): Promise<void> => {
    const deleted = await confirmFreshly(
      { title: 'Delete profile', message, confirm: 'Delete profile', word: 'delete', danger: true },
      run,
      (error) => {
        const text = messageOf(error, 'Failed to delete your profile, please try again.');
        alerts.show({ message: text, type: 'error', time: toastTimes.medium });
      },
    );
    if (!deleted) return;
    alerts.show({ message: 'Goodbye :(', type: 'info', time: toastTimes.medium });
    // The account is gone even if this fetch fails. Then a new page replaces this private one.
    await session.refresh().catch(() => navigation.leave('/', { replace: true }));
  };
  /** After the password was asked for, no dialog shows that the account is being deleted. */
  return { deleting, deleteProfile };
};
