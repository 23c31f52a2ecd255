import * as dialogs from '#contracts/dialogs';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { Link } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Menu, type MenuEntry } from '@atrium/shared-kernel/ui/menu';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FolderMinus from 'lucide-react/icons/folder-minus';
import Folders from 'lucide-react/icons/folders';
import Share from 'lucide-react/icons/share-2';
import { memo } from 'react';
import { useHost } from '../remote.ts';
import type { CollectionModel } from './collection.model.ts';
import { lastChange } from './collection.state.ts';
import styles from './collection.module.css';

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

interface Props {
  readonly chat: Chat;
  readonly model: CollectionModel;
}

/** One chat of the collection with its menu; a function chat (B6.06) and a secure one have no Share and no Duplicate. */
export const CollectionChat = memo(({ chat, model }: Props) => {
  const { dialogs: shown } = useHost();
  const title = chat.title.trim() || 'Untitled chat';
  const changed = lastChange(chat);
  const copies: MenuEntry[] =
    chat.function || chat.secure
      ? []
      : [
          {
            label: 'Share',
            icon: <Share />,
            onSelect: () => void shown.open(dialogs.chat.share, { chatId: chat._id }),
          },
          { label: 'Duplicate', icon: <Copy />, onSelect: () => void model.duplicate(chat) },
        ];
  const items: MenuEntry[] = [
    {
      label: 'Collections',
      icon: <Folders />,
      onSelect: () => void shown.open(dialogs.workspace.collections, { chatId: chat._id }),
    },
    ...copies,
    { label: 'Remove', icon: <FolderMinus />, onSelect: () => void model.remove(chat) },
  ];
  return (
    <li className={styles.row}>
      <Link to={`/?chat=${chat._id}`} className={styles.link} title={title}>
        <span dir="auto" className={styles.name}>
          {title}
        </span>
        <time className={styles.date} dateTime={changed}>
          {day.format(new Date(changed))}
        </time>
      </Link>
      <Menu
        align="end"
        items={items}
        trigger={<IconButton size="s" className={styles.menu} label={`Options for ${title}`} icon={<Ellipsis />} />}
      />
    </li>
  );
});
