import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { BarButton } from '../ui/bar-item.tsx';
import { ShortList } from '../ui/short-list.tsx';
import { CollectionIcon } from './collection-icon.tsx';
import type { useCollections } from './collections.api.ts';

interface Props {
  list: ReturnType<typeof useCollections>;
  selectedId: string | undefined;
  onSelect: (tag: Tag) => void;
}

/** The collections; nothing where there is none. */
export const CollectionsSection = ({ list, selectedId, onSelect }: Props) => {
  const { tags, failed, retry } = list;
  return (
    <ShortList
      title="Collections"
      items={tags}
      failure={failed ? 'Failed to get collections.' : undefined}
      onRetry={retry}
    >
      {(tag) => (
        <BarButton
          icon={<CollectionIcon icon={tag.icon} color={tag.color} />}
          title={tag.name}
          current={tag._id === selectedId}
          onClick={() => onSelect(tag)}
        >
          {tag.name}
        </BarButton>
      )}
    </ShortList>
  );
};
