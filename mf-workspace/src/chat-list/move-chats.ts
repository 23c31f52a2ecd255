import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatUndo, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { chooseCollection } from '../../dialogs.ts';
import { type Chat, type Tag, tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as events from '#contracts/events';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import type { WorkspaceView } from '../remote.ts';
import { changeEach } from './change-each.ts';
import type { ChatListModel } from './chat-list.model.ts';

type View = Pick<WorkspaceView, 'client' | 'alerts' | 'bus' | 'dialogs'>;
type List = Pick<ChatListModel, 'state$' | 'put'>;

interface Target {
  readonly tags: readonly Tag[];
  /** The id of the one whose instructions and files the chat gets, or null; without it, the service decides. */
  readonly home: string | null | undefined;
}

/** Where a chat was. If its home is none of its collections, the list does not know yet where the chat began. */
const placeOf = ({ tags, home }: Chat): Target => ({
  tags,
  home: home === undefined || tags.some(({ _id }) => _id === home) ? (home ?? null) : undefined,
});

const moveFailed = 'Failed to move chats. Please try again.';

interface Filing {
  readonly target: (chat: Chat) => Target;
  readonly progress: string;
  /** After a failure that another attempt may not meet, and for what is left when the user stops, Undo is offered again. */
  readonly undoing?: boolean;
}

/**
 * Puts each chat into exactly the collections that `target` returns for it, while `progress` says so. Shown at once, and
 * undone for chats that the service refuses, or that are left when the user stops. Resolves with the chats that were
 * moved.
 */
const fileChats = async (
  view: View,
  list: List,
  chats: readonly Chat[],
  { target, progress, undoing = false }: Filing,
): Promise<readonly Chat[]> => {
  const { client, alerts, bus } = view;
  const show = (chatId: string, tags: readonly Tag[]) =>
    bus.emit(events.workspace.collectionsChanged, { chatId, tags: [...tags] });
  for (const chat of chats) show(chat._id, target(chat).tags);
  const undo = (rest: readonly Chat[]) => ({
    time: chatUndo.offered,
    action: { label: 'Undo', onSelect: () => void fileChats(view, list, rest, { target, progress, undoing }) },
  });
  const stranded: Chat[] = [];
  let refusal: unknown;
  const { changed, unchanged } = await changeEach(view, chats, {
    progress,
    async change(chat) {
      const { tags, home } = target(chat);
      try {
        await client.call(calls.chat.editChat, { chatId: chat._id, tags: tags.map(({ _id }) => _id), home });
      } catch (error) {
        // A collection to which Undo leads is gone for good, which is no reason to keep the other chats.
        if (!undoing || !isFailure(error, calls.chat.editChat, 'unknown-tag')) throw error;
        refusal = error;
        stranded.push(chat);
      }
    },
    onFailure(error, rest) {
      const message = messageOf(error, moveFailed);
      alerts.show({ type: 'error', message, ...(undoing ? undo(rest) : { time: toastTimes.medium }) });
    },
    onStop(rest) {
      if (!undoing) return;
      const message = `${rest.length === 1 ? '1 chat was' : `${rest.length} chats were`} not moved back.`;
      alerts.show({ type: 'info', message, ...undo(rest) });
    },
  });
  if (stranded.length > 0)
    alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(refusal, moveFailed) });
  for (const { _id, tags } of [...stranded, ...unchanged]) show(_id, tags);
  // The event does not name the home, on which the Undo of a further move depends.
  for (const chat of changed) {
    const { home } = target(chat);
    const row = list.state$.value.chats.find(({ _id }) => _id === chat._id);
    if (row && home !== undefined) list.put({ ...row, home: home ?? undefined });
  }
  return changed;
};

/**
 * Lets the user choose a collection and moves the chats there, out of their current ones. Offers to undo it. Never
 * rejects.
 */
export const moveChats = async (view: View, list: List, chats: readonly Chat[]): Promise<void> => {
  const chosen = schemaFor(tag).safeParse(await view.dialogs.open(chooseCollection, {}));
  if (!chosen.success) return;
  const moved = await fileChats(view, list, chats, {
    target: () => ({ tags: [chosen.data], home: chosen.data._id }),
    progress: `Moving ${chats.length} chats to “${chosen.data.name}”…`,
  });
  if (moved.length === 0) return;
  const before = new Map(moved.map((chat) => [chat._id, placeOf(chat)]));
  const there = moved.map((chat) => ({ ...chat, tags: [chosen.data] }));
  const back = {
    target: (chat: Chat) => before.get(chat._id) ?? placeOf(chat),
    progress: `Moving ${moved.length} chats back…`,
    undoing: true,
  };
  view.alerts.show({
    type: 'info',
    time: chatUndo.offered,
    message: `${moved.length === 1 ? '1 chat' : `${moved.length} chats`} moved to “${chosen.data.name}”.`,
    action: { label: 'Undo', onSelect: () => void fileChats(view, list, there, back) },
  });
};
