import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { storageBase, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { infoUpdated } from '@atrium/shared-kernel/contracts/sentences';
import * as dialogs from '#contracts/dialogs';
import * as events from '#contracts/events';
import { useMutation } from '@tanstack/react-query';
import { useHost } from '../remote.ts';
import { validatePicture } from './picture.ts';

const failed = 'Failed to upload image, please try again.';

/** Saves the user's picture and shows it everywhere. */
const useSavePicture = () => {
  const { bus, client, session } = useHost();
  return async (avatarImageUrl: string): Promise<void> => {
    await client.call(calls.profile.updateUser, { avatarImageUrl });
    session.patch({ avatarImageUrl: avatarImageUrl === '' ? undefined : avatarImageUrl });
    const user = session.user$.value;
    if (user) bus.emit(events.billing.profileUpdated, { userId: user._id });
  };
};

/**
 * Uploads the picture that `make` returns, saves it as the user's and reports the outcome. Whoever closes the dialog
 * before that keeps their picture.
 */
export const useUploadPicture = (onDone: () => void) => {
  const { alerts, client, scope } = useHost();
  const { signal } = scope;
  const savePicture = useSavePicture();
  return useMutation({
    async mutationFn(make: () => Promise<Blob>) {
      const picture = await make();
      const file = { fileType: picture.type, folder: 'chatFiles' } as const;
      const { uploadUrl, key } = await client.call(calls.files.uploadUrl, file, { signal });
      await client.upload(uploadUrl, picture, { signal });
      signal.throwIfAborted();
      await savePicture(storageBase + key);
    },
    onSuccess() {
      alerts.show({ message: 'Image uploaded!', type: 'info', time: toastTimes.short });
      onDone();
    },
    onError(error) {
      if (signal.aborted) return;
      alerts.show({ message: messageOf(error, failed), type: 'error', time: toastTimes.medium });
    },
  });
};

export const useRemovePicture = () => {
  const { alerts } = useHost();
  const savePicture = useSavePicture();
  return useMutation({
    mutationFn: () => savePicture(''),
    onSuccess() {
      alerts.show({ message: infoUpdated, type: 'info', time: toastTimes.short });
    },
    onError(error) {
      const message = messageOf(error, 'Failed to remove the picture, please try again.');
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
};

/** Validates a chosen file and lets the user crop it. */
export const useChoosePicture = () => {
  const { alerts, dialogs: shown } = useHost();
  return useMutation({
    async mutationFn(file: File) {
      const source = URL.createObjectURL(file);
      try {
        const problem = await validatePicture(file, source);
        if (problem === undefined) await shown.open(dialogs.billing.cropAvatar, { source });
        else alerts.show({ message: problem, type: 'error', time: toastTimes.medium });
      } finally {
        URL.revokeObjectURL(source);
      }
    },
  });
};
