import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { Link } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Menu } from '@atrium/shared-kernel/ui/menu';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
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
  /** A reply of it is on its way. */
  running: boolean;
  /** Something of it waits for the network. */
  waiting: boolean;
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

interface RowToolsProps {
  row: ChatRowProps;
  /** The element of the row, by which it is dragged. */
  element: RefObject<HTMLElement | null>;
  onRename: () => void;
  onOpenChange: (open: boolean) => void;
}

/** What a row that stands has besides its link: its menu, and the hold by which it is dragged. */
const RowTools = ({ row, element, onRename, onOpenChange }: RowToolsProps) => {
  const { chat, mayDuplicate, mayCollect, moving, onSelect } = row;
  const [tools, setTools] = useState(() => row.tools.now());
  useDragSource(chat, element);
  const prepare = async () => setTools(await row.tools.load());
  const items = tools?.menu(chat, { mayDuplicate, mayCollect, moving, onRename, onSelect: () => onSelect(chat._id) });
  return (
    <Menu
      align="end"
      items={items ?? []}
      prepare={prepare}
      onOpenChange={onOpenChange}
      trigger={
        <IconButton size="s" className={styles.menu} label={`Options for ${titleOf(chat)}`} icon={<Ellipsis />} />
      }
    />
  );
};

/** One chat: a link, and a menu that shows on hover and focus; the link alone while it is scrolled past. */
export const ChatRow = memo((props: ChatRowProps) => {
  const { chat, typed, open, mayCollect, onOpen } = props;
  // Of which chat: an element may show another one after a jump. A new title is for the chat as it was shown then.
  const [renamed, setRenamed] = useState<Chat>();
  const [menuOf, setMenuOf] = useState<string>();
  const { row, leaveEditor } = useReturnToLink(() => setRenamed(undefined));
  const whole = useWhole(chat._id);
  const title = titleOf(chat);
  const tools = renamed?._id === chat._id ? props.tools.now() : undefined;
  if (renamed && tools)
    return (
      <tools.TitleEditor
        title={renamed.title}
        onCancel={leaveEditor}
        onCommit={(next) => {
          leaveEditor();
          void tools.actions.rename(renamed, next);
        }}
      />
    );
  return (
    <div ref={row} className={styles.row} data-open={open} data-menu={menuOf === chat._id}>
      <Link
        dir="auto"
        to={pathOfChat(chat._id)}
        className={styles.link}
        title={title}
        aria-current={open ? 'page' : undefined}
        draggable={false}
        aria-description={mayCollect ? 'Press Space to pick up the chat and move it to a collection.' : undefined}
        onClick={onOpen}
      >
        {typed ?? title}
      </Link>
      {props.running && <span role="img" aria-label="Reply in progress" className={styles.running} />}
      {props.waiting && <span role="img" aria-label="Waiting for the network" className={styles.waiting} />}
      {whole && (
        <RowTools
          key={chat._id}
          row={props}
          element={row}
          onRename={() => setRenamed(chat)}
          onOpenChange={(now) => setMenuOf(now ? chat._id : undefined)}
        />
      )}
    </div>
  );
});
