import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { storageBase, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '#contracts/dialogs';
import * as events from '#contracts/events';
import { useMutation } from '@tanstack/react-query';
import { useHost } from '../remote.ts';
import { judge } from './picture.ts';

const failed = 'Failed to upload image, please try again.';

/** The user's picture from now on, everywhere. */
const useShowPicture = () => {
  const { bus, client, session } = useHost();
  return async (avatarImageUrl: string): Promise<void> => {
    await client.call(calls.profile.updateUser, { avatarImageUrl });
    session.patch({ avatarImageUrl: avatarImageUrl === '' ? undefined : avatarImageUrl });
    const user = session.user$.value;
    if (user) bus.emit(events.billing.profileUpdated, { userId: user._id });
  };
};

/** Uploads what `make` gives and makes it the user's picture; tells how it went. */
export const useUploadPicture = (onDone: () => void) => {
  const { alerts, client } = useHost();
  const show = useShowPicture();
  return useMutation({
    async mutationFn(make: () => Promise<Blob>) {
      const picture = await make();
      const { uploadUrl, key } = await client.call(calls.files.uploadUrl, {
        fileType: picture.type,
        folder: 'chatFiles',
      });
      await client.upload(uploadUrl, picture);
      await show(storageBase + key);
    },
    onSuccess() {
      alerts.show({ message: 'Image uploaded!', type: 'info', time: toastTimes.short });
      onDone();
    },
    onError(error) {
      alerts.show({ message: messageOf(error, failed), type: 'error', time: toastTimes.medium });
    },
  });
};

export const useRemovePicture = () => {
  const { alerts } = useHost();
  const show = useShowPicture();
  return useMutation({
    mutationFn: () => show(''),
    onSuccess() {
      alerts.show({ message: 'Successfully updated info.', type: 'info', time: toastTimes.short });
    },
    onError(error) {
      const message = messageOf(error, 'Failed to remove the picture, please try again.');
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
};

/** Judges a file that somebody chose and lets them cut it. */
export const useChoosePicture = () => {
  const { alerts, dialogs: shown } = useHost();
  return useMutation({
    async mutationFn(file: File) {
      const source = URL.createObjectURL(file);
      try {
        const wrong = await judge(file, source);
        if (wrong === undefined) await shown.open(dialogs.billing.cropAvatar, { source });
        else alerts.show({ message: wrong, type: 'error', time: toastTimes.medium });
      } finally {
        URL.revokeObjectURL(source);
      }
    },
  });
};
