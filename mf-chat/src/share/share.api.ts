import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { copiedToClipboard } from '@atrium/shared-kernel/contracts/sentences';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHost } from '../remote.ts';

/**
 * Copies a text that is still being fetched. Where the clipboard accepts promises, the copy still counts as part of the
 * user's click: Safari refuses one that comes later.
 */
const copyWhenReady = (text: Promise<string>): Promise<void> => {
  if (typeof ClipboardItem === 'undefined') return text.then((ready) => navigator.clipboard.writeText(ready));
  const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }));
  // The caller handles the text's rejection. The clipboard only reports that nothing was written.
  blob.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
};

type Answer = Infer<typeof calls.chat.listShares.output>;
export type Share = Answer['shares'][number];

const queryKey = ['shares'];
const failed = 'Failed to share chat, please try again';

const useShareQuery = (enabled: boolean) => {
  const { client } = useHost();
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(calls.chat.listShares, {}, { signal }),
    enabled,
  });
};

/** The user's links, newest first. */
export const useShares = () => {
  const { data, error, isFetching, refetch } = useShareQuery(true);
  return { shares: data?.shares, error, isFetching, retry: () => void refetch() };
};

/** The URL of the page behind a link. */
export const urlOf = (origin: string, id: string): string => `${origin}/?${new URLSearchParams({ id })}`;

/** Copies the URL of a link. */
export const useCopyUrl = () => {
  const { alerts, navigation } = useHost();
  return async (url: Promise<string> | Pick<Share, 'id'>): Promise<void> => {
    const text = url instanceof Promise ? url : Promise.resolve(urlOf(navigation.origin, url.id));
    try {
      await copyWhenReady(text);
      alerts.show({ message: copiedToClipboard, type: 'info', time: toastTimes.short });
    } catch {
      // If the link could not be created, that was reported before.
      const created = await text.then(
        () => true,
        () => false,
      );
      if (created) alerts.show({ message: 'Failed to copy', type: 'error', time: toastTimes.medium });
    }
  };
};

type Action = 'copy' | 'share';

interface Link {
  readonly url: string;
  /** Undefined for the product's own URL. */
  readonly id?: string;
}

/** The link, or undefined once the list of links had it and no longer does: then it was revoked. */
const useUnrevoked = (link: Link | undefined): Link | undefined => {
  // `ShareList` fetches the list. Visitors have none.
  const { data } = useShareQuery(false);
  const [seen, setSeen] = useState<string>();
  const isListed = data?.shares.some(({ id }) => id === link?.id) ?? false;
  if (isListed && seen !== link?.id) setSeen(link?.id);
  return link?.id !== undefined && seen === link.id && !isListed ? undefined : link;
};

export const sharedTitle = 'A chat on Atrium';

/**
 * Creates a link to the chat and copies or shares it, one press at a time. Without a chat it is the product's own URL.
 */
export const useShareLink = (chatId: string | undefined) => {
  const { alerts, client, device, navigation } = useHost();
  const queries = useQueryClient();
  const copyUrl = useCopyUrl();
  const [busy, setBusy] = useState<Action>();
  /** The link itself, to share in other ways if the browser has no share sheet or refuses it. */
  const [link, setLink] = useState<Link>();
  const url = useUnrevoked(link)?.url;

  const showFailure = (error: unknown) =>
    alerts.show({ message: messageOf(error, failed), type: 'error', time: toastTimes.medium });
  const createLink = async (): Promise<Link> => {
    if (chatId === undefined) return { url: navigation.origin };
    try {
      const { id } = await client.call(calls.chat.shareChat, { chatId });
      void queries.invalidateQueries({ queryKey });
      return { id, url: urlOf(navigation.origin, id) };
    } catch (error) {
      showFailure(error);
      throw error;
    }
  };
  const share = async (created: Promise<Link>): Promise<void> => {
    const link = await created.catch(() => undefined);
    if (link === undefined) return;
    // A browser refuses if creating the link took longer than it counts a click for. The link works all the same.
    if (device.share) await device.share({ title: sharedTitle, url: link.url }).catch(() => setLink(link));
    else setLink(link);
  };
  const shareBy = async (action: Action): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(action);
    const created = createLink();
    await (action === 'copy' ? copyUrl(created.then((link) => link.url)) : share(created));
    setBusy(undefined);
  };
  return { busy, shareBy, url };
};

/** Revokes a link after a confirmation. */
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
