import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { Link } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Menu } from '@atrium/shared-kernel/ui/menu';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { memo, type RefObject, use, useEffect, useRef, useState } from 'react';
import { DragContext, useDragSource } from '../drag/drag-context.ts';
import type { LoadedTools } from './chat-list-parts.ts';
import styles from './chat-list.module.css';
import { pathOfChat, titleOf } from './open-chat.ts';
import { useFullRow } from './scroll-pace.ts';

export interface ChatRowProps {
  chat: Chat;
  /** The part of a new title that has been typed out so far. */
  typed: string | undefined;
  open: boolean;
  /** A reply is being written. */
  running: boolean;
  /** A change waits for the network. */
  waiting: boolean;
  mayDuplicate: boolean;
  /** Whether there is any collection to put the chat into. */
  mayCollect: boolean;
  tools: LoadedTools;
  /** Runs an action that moves or removes the row, and takes care of the focus. */
  moving: (chatId: string, move: () => Promise<void>) => Promise<void>;
  onOpen: () => void;
  onSelect: (chatId: string) => void;
}

/** After leaving the editor by a key, the focus returns to the chat's link. After a click elsewhere it stays there. */
const useReturnToLink = (close: () => void) => {
  const row = useRef<HTMLDivElement>(null);
  const [closedCount, setClosedCount] = useState(0);
  useEffect(() => {
    const nowhere = row.current?.ownerDocument.activeElement === row.current?.ownerDocument.body;
    if (closedCount > 0 && nowhere) row.current?.querySelector('a')?.focus();
  }, [closedCount]);
  const closeEditor = () => {
    close();
    setClosedCount((times) => times + 1);
  };
  return { row, closeEditor };
};

interface RowToolsProps {
  row: ChatRowProps;
  /** The element of the row, which is dragged. */
  element: RefObject<HTMLElement | null>;
  onRename: () => void;
  onOpenChange: (open: boolean) => void;
}

/** What a complete row has besides its link: its menu, and drag and drop. */
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

/** One chat: a link, and a menu that shows on hover and focus. While the list is being scrolled, only the link. */
export const ChatRow = memo((props: ChatRowProps) => {
  const { chat, typed, open, onOpen } = props;
  const mayDrag = use(DragContext) !== undefined;
  // Both name the chat, because after a jump the element may show another one. A new title belongs to the chat as it
  // was shown then.
  const [renamed, setRenamed] = useState<Chat>();
  const [menuOf, setMenuOf] = useState<string>();
  const { row, closeEditor } = useReturnToLink(() => setRenamed(undefined));
  const full = useFullRow(chat._id);
  const title = titleOf(chat);
  const tools = renamed?._id === chat._id ? props.tools.now() : undefined;
  if (renamed && tools)
    return (
      <tools.TitleEditor
        title={renamed.title}
        onCancel={closeEditor}
        onCommit={(next) => {
          closeEditor();
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
        aria-description={mayDrag ? 'Press Space to move it to a collection.' : undefined}
        onClick={onOpen}
      >
        {typed ?? title}
      </Link>
      {props.running && <span role="img" aria-label="Reply in progress" className={styles.running} />}
      {props.waiting && <span role="img" aria-label="Waiting for the network" className={styles.waiting} />}
      {full && (
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
