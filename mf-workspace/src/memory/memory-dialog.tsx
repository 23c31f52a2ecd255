import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { memory as limits, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import * as events from '@atrium/shared-kernel/contracts/events';
import { messages } from '@atrium/shared-kernel/contracts/validation';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody, DialogFooter } from '@atrium/shared-kernel/ui/dialog-body';
import { TextArea } from '@atrium/shared-kernel/ui/field';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useRemote } from '../remote.ts';

/** Writes a memory, or changes one. A failure is told and leaves the text as it is. */
export const MemoryDialog = () => {
  const { client, bus, alerts, close } = useRemote();
  const { memoryId, memory: before = '' } = useDialogInput(dialogs.workspace.memory);
  const [text, setText] = useState(before);
  const [saving, setSaving] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const memory = text.trim();
  const send = () =>
    memoryId
      ? client.call(calls.memories.editMemory, { memoryId, memory })
      : client.call(calls.memories.addMemory, { memory });
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (memory === '' || saving) return;
    setSaving(true);
    try {
      if (memory !== before) await send();
      bus.emit(events.workspace.memoriesChanged, {});
      close(true);
    } catch (error) {
      alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, messages.failed) });
      setSaving(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <DialogBody title={memoryId ? 'Edit Memory' : 'Add a Memory'} onClose={() => close()}>
        <TextArea
          ref={field}
          label="What Atrium should remember"
          placeholder="I teach physics, and like short answers."
          hint="It is told to the assistant with each of your messages, except in secure chats."
          minRows={3}
          maxRows={8}
          maxLength={limits.max}
          value={text}
          onChange={setText}
        />
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
