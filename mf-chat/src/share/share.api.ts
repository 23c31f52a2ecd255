import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHost } from '../remote.ts';

/**
 * Puts a text that is still on its way into the clipboard. A browser that takes promises keeps the press that asked for
 * it: Safari refuses one that comes later.
 */
const copyWhenThere = (text: Promise<string>): Promise<void> => {
  if (typeof ClipboardItem === 'undefined') return text.then((ready) => navigator.clipboard.writeText(ready));
  const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }));
  // Told by the text itself: the clipboard says only that nothing was written.
  blob.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
};

type Answer = Infer<typeof calls.chat.listShares.output>;
export type Share = Answer['shares'][number];

const queryKey = ['shares'];
const failed = 'Failed to share chat, please try again';

/** The person's links, newest first. */
export const useShares = () => {
  const { client } = useHost();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(calls.chat.listShares, {}, { signal }),
  });
  return { shares: data?.shares, error, isFetching, retry: () => void refetch() };
};

/** The address of the page behind a link. */
export const addressOf = (origin: string, id: string): string => `${origin}/?${new URLSearchParams({ id })}`;

/** Copies the address of a link that is there. */
export const useCopyAddress = () => {
  const { alerts, navigation } = useHost();
  return async (address: Promise<string> | Pick<Share, 'id'>): Promise<void> => {
    const text = address instanceof Promise ? address : Promise.resolve(addressOf(navigation.origin, address.id));
    try {
      await copyWhenThere(text);
      alerts.show({ message: 'Copied to clipboard.', type: 'info', time: toastTimes.short });
    } catch {
      // Why the link could not be made was shown before.
      const made = await text.then(
        () => true,
        () => false,
      );
      if (made) alerts.show({ message: 'Failed to copy', type: 'error', time: toastTimes.medium });
    }
  };
};

type Deed = 'copy' | 'share';

export const sharedTitle = 'A chat on Atrium';

/** Makes the chat's link and gives it away; one press at a time. Without a chat it is the product's own address. */
export const useGiveLink = (chatId: string | undefined) => {
  const { alerts, client, device, navigation } = useHost();
  const queries = useQueryClient();
  const copyAddress = useCopyAddress();
  const [busy, setBusy] = useState<Deed>();
  /** The link itself, to share in other ways where the browser has no share sheet. */
  const [address, setAddress] = useState<string>();

  const showFailure = (error: unknown) =>
    alerts.show({ message: messageOf(error, failed), type: 'error', time: toastTimes.medium });
  const makeLink = async (): Promise<string> => {
    if (chatId === undefined) return navigation.origin;
    try {
      const { id } = await client.call(calls.chat.shareChat, { chatId });
      void queries.invalidateQueries({ queryKey });
      return addressOf(navigation.origin, id);
    } catch (error) {
      showFailure(error);
      throw error;
    }
  };
  const share = async (address: Promise<string>): Promise<void> => {
    const url = await address.catch(() => undefined);
    if (url === undefined) return;
    if (device.share) await device.share({ title: sharedTitle, url }).catch(showFailure);
    else setAddress(url);
  };
  const give = async (deed: Deed): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(deed);
    const made = makeLink();
    await (deed === 'copy' ? copyAddress(made) : share(made));
    setBusy(undefined);
  };
  return { busy, give, address };
};

/** Ends a link after a confirmation. */
export const useRevoke = (onRevoked: () => void) => {
  const { alerts, client, dialogs } = useHost();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (shareId: string) => client.call(calls.chat.revokeShare, { shareId }),
    onSuccess(_, shareId) {
      const without = ({ shares }: Answer) => ({ shares: shares.filter(({ id }) => id !== shareId) });
      queries.setQueryData<Answer>(queryKey, (answer) => answer && without(answer));
      alerts.show({ message: 'Link revoked.', type: 'info', time: toastTimes.short });
      onRevoked();
    },
    onError(error) {
      const message = messageOf(error, 'Failed to revoke the link, please try again.');
      alerts.show({ message, type: 'error', time: toastTimes.medium });
      void queries.invalidateQueries({ queryKey });
    },
  });
  const revoke = async (shareId: string): Promise<void> => {
    const confirmed = await dialogs.confirm({
      title: 'Revoke link',
      message:
        'People with this link will no longer be able to open the chat or its files. Copies they’ve made remain theirs.',
      confirm: 'Revoke',
      danger: true,
    });
    if (confirmed) mutate(shareId);
  };
  return { revoke, isPending };
};
