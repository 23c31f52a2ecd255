import { messageOf } from '@atrium/shared-kernel/client';
import { isGeneralFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { memory as limits, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import type { Memory } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '@atrium/shared-kernel/contracts/events';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { TextArea } from '@atrium/shared-kernel/ui/field';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useHost } from '../remote.ts';
import { StaleNote } from '../ui/stale-note.tsx';

/** Writes a memory, or changes one. A failure is told and leaves the text as it is. */
export const MemoryDialog = () => {
  const { client, bus, alerts, close } = useHost();
  const { memoryId, memory: given = '', revision } = useDialogInput(dialogs.workspace.memory);
  /** The memory as it is known to be. */
  const [{ memory: before, revision: basedOn }, setKnown] = useState<Pick<Memory, 'memory' | 'revision'>>({
    memory: given,
    revision,
  });
  const [moved, setMoved] = useState(false);
  const [text, setText] = useState(given);
  const [saving, setSaving] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const memory = text.trim();
  const send = () =>
    memoryId
      ? client.call(calls.memories.editMemory, { memoryId, memory }, { basedOn })
      : client.call(calls.memories.addMemory, { memory });
  /** Shows what somebody else has made of it; false where that cannot be had. */
  const readAgain = async (): Promise<boolean> => {
    const { memories } = await client.call(calls.memories.listMemories, {}).catch(() => ({ memories: [] }));
    const now = memories.find(({ _id }) => _id === memoryId);
    if (!now) return false;
    setKnown(now);
    setMoved(true);
    setSaving(false);
    return true;
  };
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (memory === '' || saving) return;
    setSaving(true);
    try {
      if (memory !== before) await send();
      bus.emit(events.workspace.memoriesChanged, {});
      close(true);
    } catch (error) {
      if (isGeneralFailure(error, 'stale') && (await readAgain())) return;
      alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
      setSaving(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <DialogBody title={memoryId ? 'Edit Memory' : 'Add a Memory'} onClose={() => close()}>
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
        {moved && (
          <StaleNote
            details={<q>{before}</q>}
            onTake={() => {
              setText(before);
              setMoved(false);
            }}
          >
            This memory was changed in the meantime. Save to replace it with what you see above.
          </StaleNote>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => close()}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={memory === ''} busy={saving} busyLabel="Saving">
          Save
        </Button>
      </DialogFooter>
    </form>
  );
};
