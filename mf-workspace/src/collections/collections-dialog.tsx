import { messageOf } from '@atrium/shared-kernel/client';
import { useConflict } from '@atrium/shared-kernel/conflict';
import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as dialogs from '#contracts/dialogs';
import { type Chat, type Tag, tag } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { useBehavior, useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Checkbox } from '@atrium/shared-kernel/ui/checkbox';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import FolderPlus from 'lucide-react/icons/folder-plus';
import { type SyntheticEvent, useState } from 'react';
import { useAccess } from '../access.ts';
import { useHost } from '../remote.ts';
import { ChooseCollection } from './choose-collection.tsx';
import { CollectionIcon } from './collection-icon.tsx';
import { collectionsFailed, useCollections } from './collections.api.ts';
import styles from './collections.module.css';
import { tagChat } from './tag-chat.ts';
import { useFoundTags } from './use-found-tags.tsx';
import { NoCollections } from './no-collections.tsx';

const title = 'Collections';

/** The chat's collections as the service has them now. */
const useChatTags = (chatId: string) => {
  const { client } = useHost();
  return useQuery({
    queryKey: ['chatTags', chatId],
    queryFn: ({ signal }) => client.call(calls.chat.focusChat, { chatId }, { signal }),
    select: ({ chat }) => chat,
  });
};

interface FormProps {
  chatId: string;
  /** The current state of the chat. */
  chat: Chat;
  /** Fetches it again. */
  onStale: () => Promise<Chat | undefined>;
  tags: readonly Tag[];
}

const otherTags = (before: Chat, now: Chat): boolean => before.revisions?.tags !== now.revisions?.tags;

/** Whether the chat got the created collection, and no other change. */
const onlyGot = (created: string, before: Chat, now: Chat): boolean => {
  const others = now.tags.filter(({ _id }) => _id !== created);
  const had = new Set(before.tags.map(({ _id }) => _id));
  return others.length === had.size && others.every(({ _id }) => had.has(_id));
};

interface ChoicesProps {
  readonly tags: readonly Tag[];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (tagId: string, on: boolean) => void;
}

const Choices = ({ tags, ticked, onTick }: ChoicesProps) => {
  const { found, field } = useFoundTags(tags);
  return (
    <>
      {field}
      <ul className={styles.list}>
        {found.map((tag) => (
          <li key={tag._id}>
            <Checkbox
              checked={ticked.has(tag._id)}
              onChange={(on) => onTick(tag._id, on)}
              label={
                <span className={styles.choice}>
                  <CollectionIcon icon={tag.icon} color={tag.color} />
                  <bdi>{tag.name}</bdi>
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </>
  );
};

const CollectionsForm = ({ chatId, chat, onStale, tags }: FormProps) => {
  const remote = useHost();
  const premium = useAccess().kind === 'premium';
  const { initial, base, conflict, note, blocks, settle } = useConflict(chat, otherTags);
  const before = chat.tags;
  const listed = new Set(tags.map(({ _id }) => _id));
  // The list may be older than the chat. One that it lacks must not be lost with the next save.
  const known = [...before.filter(({ _id }) => !listed.has(_id)), ...tags];
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(before.map(({ _id }) => _id)));
  const [saving, setSaving] = useState(false);
  const tick = (tagId: string, on: boolean) =>
    setTicked((old) => new Set(on ? [...old, tagId] : [...old].filter((one) => one !== tagId)));
  const create = async () => {
    // The new collection contains the chat from the start (B7.20), so what is saved next is based on that.
    const created = schemaFor(tag).safeParse(await remote.dialogs.open(dialogs.workspace.editCollection, { chatId }));
    if (!created.success) return;
    tick(created.data._id, true);
    const now = await onStale();
    if (!now) return;
    // What another tab changed meanwhile is shown before anything is saved.
    if (onlyGot(created.data._id, initial, now)) settle(now);
    remote.bus.emit(events.workspace.collectionsChanged, { chatId, tags: now.tags });
  };
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (saving || blocks()) return;
    setSaving(true);
    const after = known.filter(({ _id }) => ticked.has(_id));
    const outcome = await tagChat(remote, chatId, { before, after, basedOn: base.revisions?.tags });
    if (outcome === 'done') return remote.close();
    if (outcome === 'stale') await onStale();
    setSaving(false);
  };
  const acceptTheirs = () => {
    settle();
    setTicked(new Set(before.map(({ _id }) => _id)));
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <DialogBody title={title} onClose={() => remote.close()}>
        {known.length === 0 && <NoCollections />}
        <Choices tags={known} ticked={ticked} onTick={tick} />
        {conflict && !saving && (
          <ConflictNote ref={note} onKeepMine={() => settle()} onAcceptTheirs={acceptTheirs}>
            This chat’s collections changed in another tab. It’s in{' '}
            {new Intl.ListFormat('en-US').format(before.map(({ name }) => name)) || 'none'} now.
          </ConflictNote>
        )}
        {premium && (
          <Button variant="ghost" size="s" icon={<FolderPlus />} onClick={() => void create()}>
            New collection
          </Button>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => remote.close()}>Cancel</Button>
        <Button type="submit" variant="primary" busy={saving} busyLabel="Saving" disabled={known.length === 0}>
          Save
        </Button>
      </DialogFooter>
    </form>
  );
};

/** Edits the collections of one chat: select some, create another, save (B2.27). */
const ChatCollections = () => {
  const { session, close } = useHost();
  const { chatId } = useDialogInput(dialogs.workspace.collections);
  const user = useBehavior(session.user$);
  const collections = useCollections(user?._id ?? '');
  const chat = useChatTags(chatId);
  if (chat.data && !collections.awaited && !collections.failed)
    return (
      <CollectionsForm
        chatId={chatId}
        chat={chat.data}
        onStale={async () => (await chat.refetch()).data}
        tags={collections.tags}
      />
    );
  const failed = collections.failed || chat.isError;
  return (
    <DialogBody title={title} onClose={() => close()} aria-busy={!failed}>
      {failed ? (
        <FailureState
          small
          title={collectionsFailed}
          text={collections.failure || messageOf(chat.error, '') || undefined}
          onRetry={() => {
            if (collections.failed) collections.retry();
            if (chat.isError) void chat.refetch();
          }}
        />
      ) : (
        <Skeleton shape="block" height="180px" />
      )}
    </DialogBody>
  );
};

/** Edits the collections of a chat or, without one, chooses where several chats go. */
export const CollectionsDialog = () => {
  const { input } = useHost();
  return Object.hasOwn(Object(input), 'chatId') ? <ChatCollections /> : <ChooseCollection />;
};
