import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { messages } from '@atrium/shared-kernel/contracts/validation';
import { isComposing } from '@atrium/shared-kernel/remote';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useHost } from '../remote.ts';
import styles from './chat-list.module.css';

interface Props {
  title: string;
  onCommit: (title: string) => void;
  onCancel: () => void;
}

const maxTitle = 300;

/** Renames in place: commits on blur or Enter without Shift or Ctrl (B4.38). Escape keeps the title. */
export const TitleEditor = ({ title, onCommit, onCancel }: Props) => {
  const { alerts } = useHost();
  const [text, setText] = useState(title);
  const closed = useRef(false);
  const close = (then: () => void) => {
    if (closed.current) return;
    closed.current = true;
    then();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close(onCancel);
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey) close(() => onCommit(text.trim()));
  };
  return (
    <input
      dir="auto"
      className={styles.editor}
      aria-label="Chat title"
      placeholder="Untitled chat"
      maxLength={maxTitle}
      value={text}
      // The user chose Rename, so the field may take the focus.
      ref={(input) => {
        if (input && input.ownerDocument.activeElement !== input && !closed.current) input.select();
      }}
      onChange={({ target: { value } }) => {
        setText(value);
        // A row of the list has no room for a remark below it.
        if (value.length >= maxTitle)
          alerts.show({ message: messages.maximum(maxTitle), type: 'info', time: toastTimes.medium });
      }}
      onKeyDown={onKeyDown}
      onBlur={() => close(() => onCommit(text.trim()))}
    />
  );
};
