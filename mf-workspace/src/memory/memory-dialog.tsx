import { messageOf } from '@atrium/shared-kernel/client';
import { isGeneralFailure } from '@atrium/shared-kernel/failure';
import { useConflict } from '@atrium/shared-kernel/conflict';
import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { memory as limits, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '#contracts/dialogs';
import type { Memory } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { TextArea } from '@atrium/shared-kernel/ui/field';
import { type RefObject, type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useHost } from '../remote.ts';
import { useSavedDraft } from '../saved-draft.ts';
import styles from './memory-bar.module.css';

/** What is stored if the dialog closes before it is saved. */
const fields = () => z.object({ memory: z.string() });
type MemoryState = Pick<Memory, 'memory' | 'revision'>;

/**
 * The current state of the memory, fetched again when it changes elsewhere. Undefined if it was deleted. While
 * `saving`, changes are our own and ignored.
 */
const useCurrentMemory = (memoryId: string | undefined, initial: MemoryState, saving: RefObject<boolean>) => {
  const { client, bus } = useHost();
  const [current, setCurrent] = useState<MemoryState | undefined>(initial);
  /** Resolves with false if it could not be fetched. */
  const read = useCallback(async (): Promise<boolean> => {
    try {
      const { memories } = await client.call(calls.memories.listMemories, {});
      setCurrent(memories.find(({ _id }) => _id === memoryId));
      return true;
    } catch {
      return false;
    }
  }, [client, memoryId]);
  useEffect(() => {
    if (memoryId === undefined) return undefined;
    const changes = bus.on(events.workspace.memoriesChanged).subscribe(() => {
      if (!saving.current) void read();
    });
    return () => changes.unsubscribe();
  }, [bus, memoryId, read, saving]);
  return { current, read };
};

/** The text, what others changed in the meantime, and how it is saved. */
const useMemoryForm = () => {
  const { client, bus, alerts, close } = useHost();
  const { memoryId, memory: initial = '', revision } = useDialogInput(dialogs.workspace.memory);
  const sent = useRef(false);
  const { current, read } = useCurrentMemory(memoryId, { memory: initial, revision }, sent);
  const { typed, outdated, change, rebase, reset, submit, forget } = useSavedDraft('memory', memoryId ?? 'new', {
    fields,
    item: { memory: initial, revision: memoryId && revision },
  });
  const { base, conflict, note, blocks, settle } = useConflict(
    current,
    (before, now) => now !== undefined && before?.memory !== now.memory,
    outdated ?? current,
  );
  const [saving, setSaving] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const memory = typed.memory.trim();
  const send = () =>
    memoryId && current
      ? client.call(calls.memories.editMemory, { memoryId, memory }, { basedOn: base?.revision })
      : client.call(calls.memories.addMemory, { memory, memoryId });
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (memory === '' || saving || blocks()) return;
    setSaving(true);
    sent.current = true;
    const putBack = submit();
    try {
      if (memory !== current?.memory) await send();
      forget();
      bus.emit(events.workspace.memoriesChanged, {});
      close(true);
    } catch (error) {
      sent.current = false;
      putBack();
      const shown = isGeneralFailure(error, 'stale') && (await read());
      if (!shown) alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
      setSaving(false);
    }
  };
  /** The user has seen the current memory, and decided. */
  const settleWith = (apply: (now: MemoryState) => void) => () => {
    settle();
    if (current) apply(current);
  };
  const cancel = () => {
    forget();
    close();
  };
  return {
    memoryId,
    current,
    conflict,
    note,
    text: typed.memory,
    setText: (next: string) => change({ memory: next }),
    memory,
    saving,
    field,
    keepMine: settleWith(rebase),
    acceptTheirs: settleWith(reset),
    save,
    cancel,
  };
};

/** Adds or edits a memory. A failure is shown in an alert and leaves the text as it is. */
export const MemoryDialog = () => {
  const { close } = useHost();
  const form = useMemoryForm();
  const { memoryId, current, conflict, note, text, setText, memory, saving, field, save } = form;
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <DialogBody title={memoryId ? 'Edit Memory' : 'Add a Memory'} onClose={() => close()}>
        <div className={styles.form}>
          <TextArea
            ref={field}
            label="What Atrium should remember"
            placeholder="I teach physics and like short answers."
            hint="The assistant sees it with each of your messages, except in secure chats."
            minRows={3}
            maxRows={8}
            maxLength={limits.max}
            value={text}
            onChange={setText}
          />
          {conflict && !saving && (
            <ConflictNote
              ref={note}
              details={<q dir="auto">{current?.memory}</q>}
              onKeepMine={form.keepMine}
              onAcceptTheirs={form.acceptTheirs}
            >
              This memory was changed in the meantime.
            </ConflictNote>
          )}
          {!current && !saving && (
            <ConflictNote>This memory was deleted in the meantime. Save to add what you see above.</ConflictNote>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={form.cancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={memory === ''} busy={saving} busyLabel="Saving">
          Save
        </Button>
      </DialogFooter>
    </form>
  );
};
