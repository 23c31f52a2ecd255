import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useRemote } from '../remote.ts';
import { BarMenuButton } from '../ui/bar-item.tsx';
import { ShortList } from '../ui/short-list.tsx';
import { CollectionIcon } from './collection-icon.tsx';
import type { useCollections } from './collections.api.ts';
import { useDeleteCollection } from './delete-collection.ts';

interface Props {
  list: ReturnType<typeof useCollections>;
  /** Whether the person may make and change collections. */
  premium: boolean;
  selectedId: string | undefined;
  onSelect: (tag: Tag) => void;
  onDeleted: (tagId: string) => void;
}

/** The collections, each with its menu (B6.08). */
export const CollectionsSection = ({ list, premium, selectedId, onSelect, onDeleted }: Props) => {
  const remote = useRemote();
  const { tags, failed, retry } = list;
  const edit = (tagId?: string) => void remote.dialogs.open(dialogs.workspace.editCollection, { tagId });
  const remove = useDeleteCollection(onDeleted);
  const itemsOf = (tag: Tag) => [
    { label: 'Edit', icon: <Pencil />, onSelect: () => edit(tag._id) },
    { label: 'Delete', icon: <Trash />, danger: true, onSelect: () => void remove(tag) },
  ];
  return (
    <ShortList
      title="Collections"
      items={tags}
      failure={failed ? 'Failed to get collections.' : undefined}
      onRetry={retry}
      create={premium ? { label: 'Create collection', onClick: () => edit() } : undefined}
    >
      {(tag) => (
        <BarMenuButton
          icon={<CollectionIcon icon={tag.icon} color={tag.color} />}
          title={tag.name}
          current={tag._id === selectedId}
          onClick={() => onSelect(tag)}
          items={premium ? itemsOf(tag) : []}
        >
          {tag.name}
        </BarMenuButton>
      )}
    </ShortList>
  );
};
