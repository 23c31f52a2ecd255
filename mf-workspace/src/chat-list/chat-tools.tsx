import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { MenuEntry } from '@atrium/shared-kernel/ui/menu';
import Archive from 'lucide-react/icons/archive';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Folders from 'lucide-react/icons/folders';
import ListChecks from 'lucide-react/icons/list-checks';
import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import Share from 'lucide-react/icons/share-2';
import Trash from 'lucide-react/icons/trash-2';
import { EMPTY, switchMap } from 'rxjs';
import type { WorkspaceView } from '../remote.ts';
import { type ChatActions, createChatActions } from './chat-actions.ts';
import type { ChatListModel } from './chat-list.model.ts';
import { TitleEditor } from './title-editor.tsx';

interface MenuContext {
  readonly mayDuplicate: boolean;
  /** Whether there is any collection to put the chat into. */
  readonly mayCollect: boolean;
  readonly onRename: () => void;
  /** Starts to select several chats, beginning with this one. */
  readonly onSelect: () => void;
  /** Runs an action that moves or removes the row, and takes care of the focus. */
  readonly moving: (chatId: string, move: () => Promise<void>) => Promise<void>;
}

/** The actions of a chat in the list, loaded when they are first needed. */
export interface ChatTools {
  readonly actions: ChatActions;
  readonly menu: (chat: Chat, context: MenuContext) => readonly MenuEntry[];
  readonly TitleEditor: typeof TitleEditor;
}

/** The menu of a chat (B6.05). A function chat (B6.06) and a secure one have no Share or Duplicate. */
const menuWith =
  (actions: ChatActions): ChatTools['menu'] =>
  (chat, { mayDuplicate, mayCollect, onRename, onSelect, moving }) => {
    const shareable = !chat.function && !chat.secure;
    const pin = () => moving(chat._id, () => actions.pin(chat, !chat.pinned));
    return [
      { label: 'Rename', icon: <Pencil />, onSelect: onRename },
      {
        label: chat.pinned ? 'Unpin' : 'Pin',
        icon: chat.pinned ? <PinOff /> : <Pin />,
        onSelect: () => void pin(),
      },
      ...(mayCollect ? [{ label: 'Collections', icon: <Folders />, onSelect: () => actions.collect(chat) }] : []),
      ...(shareable ? [{ label: 'Share', icon: <Share />, onSelect: () => actions.share(chat) }] : []),
      ...(mayDuplicate && shareable
        ? [{ label: 'Duplicate', icon: <Copy />, onSelect: () => void actions.duplicate(chat) }]
        : []),
      { label: 'Export', icon: <Download />, onSelect: () => actions.exportChat(chat) },
      {
        label: 'Archive',
        icon: <Archive />,
        onSelect: () => void moving(chat._id, () => actions.archive(chat)),
      },
      { label: 'Select', icon: <ListChecks />, onSelect },
      'separator',
      {
        label: 'Delete',
        icon: <Trash />,
        danger: true,
        onSelect: () => void moving(chat._id, () => actions.remove(chat)),
      },
    ];
  };

/** `onWaiting` gets the chats with changes that wait for the network. */
export const createChatTools = (
  view: WorkspaceView,
  list: ChatListModel,
  onWaiting: (chatIds: ReadonlySet<string>) => void,
): ChatTools => {
  const actions = createChatActions(view, list);
  view.outbox$
    ?.pipe(
      switchMap((outbox) => outbox?.waiting$ ?? EMPTY),
      view.scope.until(),
    )
    .subscribe((changes) => onWaiting(new Set(changes.flatMap(({ subjects }) => subjects))));
  return { actions, menu: menuWith(actions), TitleEditor };
};
