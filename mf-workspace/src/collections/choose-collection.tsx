import * as dialogs from '#contracts/dialogs';
import { tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import FolderPlus from 'lucide-react/icons/folder-plus';
import { useAccess } from '../access.ts';
import { useHost } from '../remote.ts';
import { CollectionIcon } from './collection-icon.tsx';
import { collectionsFailed, useCollections } from './collections.api.ts';
import styles from './collections.module.css';
import { useFoundTags } from './use-found-tags.tsx';
import { NoCollections } from './no-collections.tsx';

/** Chooses the collection that several chats move to, and closes with it. */
export const ChooseCollection = () => {
  const { session, close, dialogs: opened } = useHost();
  const user = useBehavior(session.user$);
  const premium = useAccess().kind === 'premium';
  const { tags, awaited, failed, failure, retry } = useCollections(user?._id ?? '');
  const { found, field } = useFoundTags(tags);
  const create = async () => {
    const created = schemaFor(tag).safeParse(await opened.open(dialogs.workspace.editCollection, {}));
    if (created.success) close(created.data);
  };
  return (
    <DialogBody
      title="Move to collection"
      description="The chats leave the collections they’re in now."
      onClose={() => close()}
      aria-busy={awaited}
    >
      {awaited && <Skeleton shape="block" height="180px" />}
      {failed && <FailureState small title={collectionsFailed} text={failure || undefined} onRetry={retry} />}
      {!awaited && !failed && tags.length === 0 && <NoCollections />}
      {field}
      <ul className={styles.list}>
        {found.map((one) => (
          <li key={one._id}>
            <Button
              wide
              variant="ghost"
              className={styles.target}
              icon={<CollectionIcon icon={one.icon} color={one.color} />}
              onClick={() => close(one)}
            >
              <bdi>{one.name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
      {premium && (
        <Button size="s" icon={<FolderPlus />} onClick={() => void create()}>
          New collection
        </Button>
      )}
    </DialogBody>
  );
};
