import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { Link } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Menu, type MenuEntry } from '@atrium/shared-kernel/ui/menu';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Folders from 'lucide-react/icons/folders';
import Pencil from 'lucide-react/icons/pencil';
import Share from 'lucide-react/icons/share-2';
import Trash from 'lucide-react/icons/trash-2';
import { memo, useEffect, useRef, useState } from 'react';
import { useDragSource } from '../drag/drag-context.ts';
import type { ChatActions } from './chat-actions.ts';
import styles from './chat-list.module.css';
import { pathOfChat, titleOf } from './open-chat.ts';
import { TitleEditor } from './title-editor.tsx';

export interface ChatRowProps {
  chat: Chat;
  /** The part of a new title that has been typed out so far. */
  typed: string | undefined;
  open: boolean;
  mayDuplicate: boolean;
  /** Whether there is any collection to put the chat into. */
  mayCollect: boolean;
  actions: ChatActions;
  onOpen: () => void;
}

/** Whoever leaves the editor by a key stands on the chat's link again; whoever clicked elsewhere stays there. */
const useReturnToLink = (close: () => void) => {
  const row = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const nowhere = row.current?.ownerDocument.activeElement === row.current?.ownerDocument.body;
    if (left > 0 && nowhere) row.current?.querySelector('a')?.focus();
  }, [left]);
  const leaveEditor = () => {
    close();
    setLeft((times) => times + 1);
  };
  return { row, leaveEditor };
};

/** One chat: a link, and a menu that shows on hover and focus. A function chat (B6.06) and a secure one have no Share or Duplicate. */
export const ChatRow = memo(({ chat, typed, open, mayDuplicate, mayCollect, actions, onOpen }: ChatRowProps) => {
  const [renaming, setRenaming] = useState(false);
  const { row, leaveEditor } = useReturnToLink(() => setRenaming(false));
  useDragSource(chat, row, !renaming);
  const title = titleOf(chat);
  if (renaming)
    return (
      <TitleEditor
        title={chat.title}
        onCancel={leaveEditor}
        onCommit={(next) => {
          leaveEditor();
          void actions.rename(chat, next);
        }}
      />
    );
  const items: MenuEntry[] = [
    { label: 'Rename', icon: <Pencil />, onSelect: () => setRenaming(true) },
    ...(mayCollect ? [{ label: 'Collections', icon: <Folders />, onSelect: () => actions.collect(chat) }] : []),
    ...(chat.function || chat.secure ? [] : [{ label: 'Share', icon: <Share />, onSelect: () => actions.share(chat) }]),
    ...(mayDuplicate && !chat.function && !chat.secure
      ? [{ label: 'Duplicate', icon: <Copy />, onSelect: () => void actions.duplicate(chat) }]
      : []),
    { label: 'Delete', icon: <Trash />, danger: true, onSelect: () => void actions.remove(chat) },
  ];
  return (
    <div ref={row} className={styles.row} data-open={open}>
      <Link
        to={pathOfChat(chat._id)}
        className={styles.link}
        title={title}
        aria-current={open ? 'page' : undefined}
        draggable={false}
        aria-description={mayCollect ? 'Space picks the chat up, to put it into a collection.' : undefined}
        onClick={onOpen}
      >
        {typed ?? title}
      </Link>
      <Menu
        align="end"
        items={items}
        trigger={<IconButton size="s" className={styles.menu} label={`Options of ${title}`} icon={<Ellipsis />} />}
      />
    </div>
  );
});
