import { isComposing, useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { type KeyboardEvent, type RefCallback, useCallback, useState } from 'react';
import type { LiveMessage } from '../reply/reply.ts';
import type { VersionsModel } from './versions.model.ts';
import styles from './versions.module.css';

interface Props {
  readonly message: LiveMessage;
  readonly versions: VersionsModel;
  /** The id under which it is edited. */
  readonly editing: string;
  readonly text: string;
}

/** Whether somebody types in this field or another one. */
const isField = (element: Element | null) => element?.matches('input, textarea') === true;

/**
 * Focuses the end of the text. An edit that goes on below another version takes the focus from nobody who types elsewhere
 * by now, and one that was `restored` from nobody.
 */
const useFocusedEnd = (continues: boolean, restored: boolean): RefCallback<HTMLTextAreaElement> =>
  useCallback(
    (area: HTMLTextAreaElement | null) => {
      if (!area || restored || (continues && isField(area.ownerDocument.activeElement))) return;
      area.focus();
      area.setSelectionRange(area.value.length, area.value.length);
    },
    [continues, restored],
  );

/** The prompt as an editable text. Enter sends it, with Shift or Ctrl it adds a line, Escape cancels. */
export const EditPrompt = ({ message, versions, editing, text }: Props) => {
  const busy = useBehavior(versions.busy$);
  const blank = text.trim() === '' && message.userFiles.length === 0;
  const [restored] = useState(() => versions.uncertain.has(editing));
  const focusEnd = useFocusedEnd(editing !== message._id, restored);
  const save = () => void versions.save(message);
  const key = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      versions.cancel(editing);
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (!event.ctrlKey) {
      if (!blank && !busy) save();
      return;
    }
    const area = event.currentTarget;
    area.setRangeText('\n', area.selectionStart, area.selectionEnd, 'end');
    versions.type(editing, area.value);
  };
  return (
    <form
      className={styles.edit}
      aria-label="Edit message"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className={styles.growing} data-text={text}>
        <textarea
          ref={focusEnd}
          dir="auto"
          className={styles.text}
          aria-label="Message to send instead"
          value={text}
          rows={1}
          enterKeyHint="send"
          onChange={(event) => versions.type(editing, event.target.value)}
          onKeyDown={key}
        />
      </div>
      <p className={styles.hint}>You can still come back to the answers below.</p>
      <div className={styles.buttons}>
        <Button size="s" variant="ghost" onClick={() => versions.cancel(editing)}>
          Cancel
        </Button>
        <Button size="s" variant="primary" type="submit" disabled={blank || busy}>
          Save & Send
        </Button>
      </div>
    </form>
  );
};
