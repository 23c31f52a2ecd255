import { messageOf } from '@atrium/shared-kernel/client';
import { useConflict } from '@atrium/shared-kernel/conflict';
import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import { summaryMax, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { ChatSummary } from '@atrium/shared-kernel/contracts/entities/context';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { isGeneralFailure } from '@atrium/shared-kernel/failure';
import { Button } from '@atrium/shared-kernel/ui/button';
import { TextArea } from '@atrium/shared-kernel/ui/field';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useHost } from '../remote.ts';
import { useSaveSummary } from './context.api.ts';
import styles from './context-dialog.module.css';

interface Props {
  readonly chatId: string;
  readonly summary: ChatSummary;
  /** Refetches the summary. Resolves once it is shown. */
  readonly onStale: () => Promise<unknown>;
}

interface EditorProps extends Props {
  readonly onClose: () => void;
}

const differ = (before: ChatSummary, now: ChatSummary) => before.revision !== now.revision && before.text !== now.text;

/** Edits the summary. A change made in another tab is shown next to it before anything is saved. */
const SummaryEditor = ({ chatId, summary, onStale, onClose }: EditorProps) => {
  const { alerts } = useHost();
  const [text, setText] = useState(summary.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const { mutateAsync, isPending } = useSaveSummary(chatId);
  const { base, conflict, note, blocks, settle } = useConflict(summary, differ);
  useEffect(() => field.current?.focus(), []);

  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() === '' || isPending || blocks()) return;
    try {
      if (text !== summary.text) await mutateAsync({ text: text.trim(), basedOn: base.revision });
      onClose();
    } catch (error) {
      if (isGeneralFailure(error, 'stale')) await onStale();
      else alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
    }
  };
  const acceptTheirs = () => {
    settle();
    setText(summary.text);
  };
  return (
    <form noValidate className={styles.editor} onSubmit={(event) => void save(event)}>
      <TextArea
        ref={field}
        label="Summary"
        hideLabel
        hint="Your words stay as they are. What Atrium adds later comes after them."
        minRows={4}
        maxRows={12}
        maxLength={summaryMax}
        value={text}
        onChange={setText}
      />
      {conflict && !isPending && (
        <ConflictNote
          ref={note}
          details={<q dir="auto">{summary.text}</q>}
          onKeepMine={() => settle()}
          onAcceptTheirs={acceptTheirs}
        >
          This summary was changed in the meantime.
        </ConflictNote>
      )}
      <div className={styles.buttons}>
        <Button size="s" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="s"
          type="submit"
          variant="primary"
          disabled={text.trim() === ''}
          busy={isPending}
          busyLabel="Saving"
        >
          Save
        </Button>
      </div>
    </form>
  );
};

/** The summary that replaces older messages. Users can edit it or have it rewritten. */
export const Summary = (props: Props) => {
  const { chatId, summary, onStale } = props;
  const { alerts, dialogs } = useHost();
  const [editing, setEditing] = useState(false);
  const { mutateAsync } = useSaveSummary(chatId);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // After editing, the focus returns to the button that started it.
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const rewrite = async () => {
    try {
      await mutateAsync({ text: '', basedOn: summary.revision });
    } catch (error) {
      if (isGeneralFailure(error, 'stale')) await onStale();
      alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
      throw error;
    }
  };
  const confirmRewrite = () =>
    dialogs.confirm({
      title: 'Write summary anew',
      message: 'Atrium will write this summary again from the messages it stands for. Your changes to it will be lost.',
      confirm: 'Write anew',
      action: rewrite,
    });

  if (editing) return <SummaryEditor {...props} onClose={() => setEditing(false)} />;
  return (
    <>
      <p dir="auto" className={styles.summary}>
        {summary.text}
      </p>
      <div className={styles.buttons}>
        <Button size="s" onClick={() => void (summary.edited ? confirmRewrite() : rewrite().catch(() => undefined))}>
          Write anew
        </Button>
        <Button ref={edit} size="s" onClick={() => setEditing(true)}>
          Edit
        </Button>
      </div>
    </>
  );
};
