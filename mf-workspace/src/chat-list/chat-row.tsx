import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { Link } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Menu } from '@atrium/shared-kernel/ui/menu';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { memo, useEffect, useRef, useState } from 'react';
import { useDragSource } from '../drag/drag-context.ts';
import type { LoadedTools } from './chat-list-parts.ts';
import styles from './chat-list.module.css';
import { pathOfChat, titleOf } from './open-chat.ts';
import { useWhole } from './scroll-pace.ts';

export interface ChatRowProps {
  chat: Chat;
  /** The part of a new title that has been typed out so far. */
  typed: string | undefined;
  open: boolean;
  mayDuplicate: boolean;
  /** Whether there is any collection to put the chat into. */
  mayCollect: boolean;
  tools: LoadedTools;
  /** Runs what takes a chat from its place, and looks after the focus. */
  moving: (chatId: string, move: () => Promise<void>) => Promise<void>;
  onOpen: () => void;
  onSelect: (chatId: string) => void;
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

/** One chat: a link, and a menu that shows on hover and focus; the link alone while it is scrolled past. */
export const ChatRow = memo((props: ChatRowProps) => {
  const { chat, typed, open, mayDuplicate, mayCollect, moving, onOpen, onSelect } = props;
  const [renaming, setRenaming] = useState(false);
  const [tools, setTools] = useState(() => props.tools.now());
  const { row, leaveEditor } = useReturnToLink(() => setRenaming(false));
  const whole = useWhole();
  useDragSource(chat, row, whole && !renaming);
  const title = titleOf(chat);
  const prepare = async () => setTools(await props.tools.load());
  if (renaming && tools)
    return (
      <tools.TitleEditor
        title={chat.title}
        onCancel={leaveEditor}
        onCommit={(next) => {
          leaveEditor();
          void tools.actions.rename(chat, next);
        }}
      />
    );
  const items = tools?.menu(chat, {
    mayDuplicate,
    mayCollect,
    moving,
    onRename: () => setRenaming(true),
    onSelect: () => onSelect(chat._id),
  });
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
      {whole && (
        <Menu
          align="end"
          items={items ?? []}
          prepare={prepare}
          trigger={<IconButton size="s" className={styles.menu} label={`Options of ${title}`} icon={<Ellipsis />} />}
        />
      )}
    </div>
  );
});
