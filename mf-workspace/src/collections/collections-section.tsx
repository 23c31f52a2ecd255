import * as dialogs from '#contracts/dialogs';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import type { MenuEntry } from '@atrium/shared-kernel/ui/menu';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useRef } from 'react';
import { useDropTarget } from '../drag/drag-context.ts';
import { loadDeletion } from '../deletion/load-deletion.ts';
import { useHost } from '../remote.ts';
import { BarMenuButton } from '../ui/bar-item.tsx';
import { ShortList } from '../ui/short-list.tsx';
import { CollectionIcon } from './collection-icon.tsx';
import type { useCollections } from './collections.api.ts';
import { collectionsFailed } from './collections.api.ts';

interface ItemProps {
  tag: Tag;
  current: boolean;
  onClick: () => void;
  items: readonly MenuEntry[];
}

/** One collection. Chats can be dropped onto it. */
const CollectionItem = ({ tag, ...rest }: ItemProps) => {
  const row = useRef<HTMLDivElement>(null);
  const over = useDropTarget(tag, row);
  return (
    <BarMenuButton
      {...rest}
      ref={row}
      over={over}
      icon={<CollectionIcon icon={tag.icon} color={tag.color} />}
      title={tag.name}
    >
      {tag.name}
    </BarMenuButton>
  );
};

interface Props {
  list: ReturnType<typeof useCollections>;
  /** Whether the user may create and edit collections. */
  premium: boolean;
  selectedId: string | undefined;
  onSelect: (tag: Tag) => void;
  onDeleted: (tagId: string) => void;
}

/** The collections, each with its menu (B6.08). */
export const CollectionsSection = ({ list, premium, selectedId, onSelect, onDeleted }: Props) => {
  const remote = useHost();
  const { tags, failed, failure, retry } = list;
  const edit = (tagId?: string) => void remote.dialogs.open(dialogs.workspace.editCollection, { tagId });
  const remove = async (tag: Tag) => {
    const code = await loadDeletion(remote);
    await code?.deleteCollection(remote, list.queries, tag, onDeleted);
  };
  const itemsOf = (tag: Tag) => [
    { label: 'Edit', icon: <Pencil />, onSelect: () => edit(tag._id) },
    { label: 'Delete', icon: <Trash />, danger: true, onSelect: () => void remove(tag) },
  ];
  return (
    <ShortList
      title="Collections"
      items={tags}
      failure={failed ? failure || collectionsFailed : undefined}
      onRetry={retry}
      create={premium ? { label: 'Create collection', onClick: () => edit() } : undefined}
    >
      {(tag) => (
        <CollectionItem
          tag={tag}
          current={tag._id === selectedId}
          onClick={() => onSelect(tag)}
          items={premium ? itemsOf(tag) : []}
        />
      )}
    </ShortList>
  );
};
