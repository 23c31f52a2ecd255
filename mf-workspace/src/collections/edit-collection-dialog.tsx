import { useConflict } from '@atrium/shared-kernel/conflict';
import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import { unknownCollection } from '@atrium/shared-kernel/contracts/sentences';
import { messageOf } from '@atrium/shared-kernel/client';
import { isGeneralFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '#contracts/dialogs';
import { type Tag, tagColors, tagIcons } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { newId } from '@atrium/shared-kernel/contracts/new-id';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { messages } from '@atrium/shared-kernel/contracts/validation';
import { useBehavior, useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Field } from '@atrium/shared-kernel/ui/field';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useHost } from '../remote.ts';
import { useSavedDraft } from '../saved-draft.ts';
import { CollectionIcon } from './collection-icon.tsx';
import { collectionsFailed, useCollections } from './collections.api.ts';
import styles from './collections.module.css';
import { CollectionContext, type ContextHandle } from './collection-context.tsx';
import { AppearancePicker } from './appearance-picker.tsx';
import { colorOptions, defaultAppearance, iconOptions } from './appearances.tsx';

const nameMax = 100;

interface Subject {
  tag: Tag | undefined;
  /** The chat that is added to the new collection. */
  chatId: string | undefined;
}

interface Save {
  readonly basedOn: string | undefined;
  /** Called before the save. Gives a function that is called if it fails. */
  readonly submit: () => () => void;
  /** Called once everything is saved, before the dialog closes. */
  readonly done: () => void;
}

/** Saves and closes with the collection. A failure is shown in an alert and leaves the form as it is. */
const useSave = ({ tag, chatId }: Subject, { basedOn, submit, done }: Save) => {
  const { client, bus, alerts, close } = useHost();
  const [saving, setSaving] = useState(false);
  /** Each try to create the collection has the same id: the service may have created it although its answer was lost. */
  const [newTagId] = useState(newId);
  /** The collection as it was created again, after another tab has deleted it. */
  const recreated = useRef<Tag>(undefined);
  const save = async (request: Pick<Tag, 'name' | 'icon' | 'color'>, context: ContextHandle | null) => {
    if (saving) return;
    setSaving(true);
    if (tag && context && !(await context.save(tag._id))) return setSaving(false);
    const putBack = submit();
    const failed = () => {
      putBack();
      setSaving(false);
    };
    try {
      const target = tag ?? recreated.current;
      const options = { basedOn: tag ? basedOn : target?.revision };
      const which = target ? { tagId: target._id } : { newTagId };
      const answer = await client.call(calls.tags.createEditTag, { ...request, chatId, ...which }, options);
      bus.emit(events.workspace.collectionsChanged, {});
      if (!tag) recreated.current = answer.tag;
      if (!tag && context && answer.tag && !(await context.save(answer.tag._id))) return failed();
      done();
      close(answer.tag);
    } catch (error) {
      // All parts that show collections, including this form, fetch the current state.
      if (isGeneralFailure(error, 'stale')) bus.emit(events.workspace.collectionsChanged, {});
      else alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
      failed();
    }
  };
  return { saving, save };
};

type Appearance = Pick<Tag, 'icon' | 'color'>;

interface AppearanceProps {
  readonly value: Appearance;
  readonly onChange: (next: Appearance) => void;
}

const AppearanceFields = ({ value: { icon, color }, onChange }: AppearanceProps) => (
  <>
    <AppearancePicker
      label="Icon"
      options={iconOptions(color)}
      value={icon}
      onChange={(next) => onChange({ icon: next, color })}
    />
    <AppearancePicker
      label="Color"
      options={colorOptions}
      value={color}
      onChange={(next) => onChange({ icon, color: next })}
    />
  </>
);

/** A collection as others have changed it. */
const Named = ({ tag }: { readonly tag: Tag }) => (
  <span className={styles.choice}>
    <CollectionIcon icon={tag.icon} color={tag.color} />
    <bdi>{tag.name}</bdi>
  </span>
);

/** The field of the name, which is required. */
const useName = (name: string) => {
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const empty = name.trim() === '';
  /** The name to save. Without one, the field gets the focus. */
  const submitted = (): string | undefined => {
    setMissing(empty);
    if (!empty) return name.trim();
    field.current?.focus();
    return undefined;
  };
  return { field, error: missing && empty ? messages.name : undefined, submitted };
};

/** What is stored if the dialog closes before it is saved. */
const fields = () => z.object({ name: z.string(), icon: z.enum(tagIcons), color: z.enum(tagColors) });

const CollectionForm = (subject: Subject) => {
  const { close } = useHost();
  const { tag } = subject;
  const { typed, outdated, change, rebase, reset, submit, forget } = useSavedDraft('collection', tag?._id ?? 'new', {
    fields,
    item: tag ?? { name: '', ...defaultAppearance },
  });
  const { name, icon, color } = typed;
  const { initial, base, conflict, note, blocks, settle } = useConflict(
    tag,
    (before, now) => now !== undefined && before?.revision !== now.revision,
    tag && { ...tag, ...outdated },
  );
  const { field, error, submitted } = useName(name);
  const context = useRef<ContextHandle>(null);
  const { saving, save } = useSave(subject, { basedOn: base?.revision, submit, done: forget });
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const given = submitted();
    if (given !== undefined && !blocks()) void save({ name: given, icon, color }, context.current);
  };
  /** The user has seen the current collection, and decided. */
  const settleWith = (apply: (now: Tag) => void, now: Tag) => () => {
    settle();
    apply(now);
  };
  const cancel = () => {
    forget();
    context.current?.forget();
    close();
  };
  return (
    <form noValidate onSubmit={onSubmit}>
      <DialogBody title={initial ? 'Edit Collection' : 'Create Collection'} onClose={() => close()}>
        <div className={styles.form}>
          <Field
            ref={field}
            label="Name"
            maxLength={nameMax}
            value={name}
            error={error}
            onChange={(next) => change({ name: next })}
          />
          <AppearanceFields value={{ icon, color }} onChange={change} />
          {initial && <CollectionContext tagId={initial._id} handle={context} />}
          {tag && conflict && !saving && (
            <ConflictNote
              ref={note}
              onKeepMine={settleWith(rebase, tag)}
              onAcceptTheirs={settleWith(reset, tag)}
              details={<Named tag={tag} />}
            >
              This collection was changed in the meantime.
            </ConflictNote>
          )}
          {initial && !tag && !saving && (
            <ConflictNote>This collection was deleted in the meantime. Save to create it again.</ConflictNote>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={cancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={saving} busyLabel="Saving">
          Save
        </Button>
      </DialogFooter>
    </form>
  );
};

/** Edits the name, icon and color of a new or an existing collection (B2.26). */
export const EditCollectionDialog = () => {
  const { session, close } = useHost();
  const { tagId, chatId } = useDialogInput(dialogs.workspace.editCollection);
  const user = useBehavior(session.user$);
  const { tags, awaited, failed, failure, retry } = useCollections(user?._id ?? '');
  const tag = tags.find(({ _id }) => _id === tagId);
  // What is typed stays, even if the collection is deleted in the meantime.
  const [opened, setOpened] = useState(tagId === undefined);
  if (tag && !opened) setOpened(true);
  if (opened || tag) return <CollectionForm tag={tag} chatId={chatId} />;
  return (
    <DialogBody title="Edit Collection" onClose={() => close()} aria-busy={awaited}>
      {awaited && <Skeleton shape="block" height="260px" />}
      {failed && <FailureState small title={collectionsFailed} text={failure || undefined} onRetry={retry} />}
      {!awaited && !failed && <FailureState small title={unknownCollection} />}
    </DialogBody>
  );
};
