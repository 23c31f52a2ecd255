import { isComposing } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ListPlus from 'lucide-react/icons/list-plus';
import Square from 'lucide-react/icons/square';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, type ReactNode, type Ref, useState } from 'react';
import classes from './composer.module.css';
import { PromptField } from './prompt-field.tsx';
import { suggestion } from './suggestions.ts';

interface Props {
  text: string;
  /** Changes when `text` must replace what the field shows. */
  edition?: unknown;
  streaming: boolean;
  /** There is something to send, and the chat has loaded. */
  sendable: boolean;
  /** Files or a voice note are sent along. Enter that was pressed before they were shown does not send them. */
  attached?: boolean;
  inputRef: Ref<HTMLTextAreaElement>;
  /** Additional attributes, for the field in the prerendered HTML. */
  field?: Readonly<Record<string, string>>;
  /** Above the text: attachments, the recorder or prompt help. */
  above?: ReactNode;
  /** Next to the send button, at the start and at the end of the row. */
  tools?: ReactNode;
  extras?: ReactNode;
  onType: (text: string) => void;
  onSend: () => void;
  /** Enter was pressed before the text could be sent. */
  onEarly?: () => void;
  onStop: () => void;
  /** Files were pasted. */
  onFiles?: (files: readonly File[]) => void;
}

/** Send and Stop take each other's place, so the second click of a double click is meant for neither. */
const SendButtons = ({ streaming, sendable, onStop }: Pick<Props, 'streaming' | 'sendable' | 'onStop'>) => (
  <>
    {streaming && sendable && (
      <IconButton label="Queue message" title="Send when this answer is done" icon={<ListPlus />} type="submit" round />
    )}
    {streaming ? (
      <IconButton
        label="Stop"
        icon={<Square className={classes.stop} />}
        variant="primary"
        round
        onClick={({ detail }) => {
          if (detail <= 1) onStop();
        }}
      />
    ) : (
      <IconButton
        label="Send"
        icon={<ArrowUp />}
        type="submit"
        variant="primary"
        round
        disabled={!sendable}
        onClick={(event) => {
          if (event.detail > 1) event.preventDefault();
        }}
      />
    )}
  </>
);

/**
 * The pasted files. None if the clipboard also has formatted text, because word processors add a picture of it. Text
 * alone is only the name of the file, as from the Finder of macOS.
 */
const pastedFiles = ({ clipboardData: { files, types } }: ClipboardEvent): File[] =>
  types.includes('text/plain') && /rtf|html/.test(types.join()) ? [] : [...files];

/**
 * Enter sends, or queues while an answer is being written. With Shift or Ctrl it adds a line. While an input method
 * composes, Enter belongs to the input method.
 */
export const Composer = (props: Props) => {
  const { text, edition, streaming, sendable, inputRef, field, above, tools, extras, onType, onSend, onStop } = props;
  const [placeholder] = useState(() => suggestion(Math.random()));
  const send = () => {
    if (sendable) onSend();
    else props.onEarly?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const key = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent) || event.shiftKey) return;
    event.preventDefault();
    if (!event.ctrlKey) {
      send();
      return;
    }
    const area = event.currentTarget;
    area.setRangeText('\n', area.selectionStart, area.selectionEnd, 'end');
    onType(area.value);
  };
  const paste = (event: ClipboardEvent) => {
    const files = pastedFiles(event);
    if (files.length === 0) return;
    event.preventDefault();
    props.onFiles?.(files);
  };
  return (
    <form
      className={classes.composer}
      method="post"
      onSubmit={submit}
      aria-label="Message Atrium"
      data-early-form={props.attached ? undefined : 'composer'}
    >
      {above}
      <PromptField
        text={text}
        edition={edition}
        inputRef={inputRef}
        aria-label="Message"
        placeholder={placeholder}
        onType={onType}
        onKeyDown={key}
        onPaste={paste}
        enterKeyHint="send"
        data-early="message"
        {...field}
      />
      <div className={classes.actions}>
        <div className={classes.tools}>{tools}</div>
        {extras}
        <SendButtons {...{ streaming, sendable, onStop }} />
      </div>
    </form>
  );
};
