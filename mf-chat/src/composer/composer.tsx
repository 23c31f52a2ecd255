import { IconButton } from '@atrium/shared-kernel/ui/button';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Square from 'lucide-react/icons/square';
import { type FormEvent, type KeyboardEvent, type Ref, useState } from 'react';
import classes from './composer.module.css';
import { suggestion } from './suggestions.ts';

interface Props {
  text: string;
  streaming: boolean;
  /** The chat is known, so that it can be continued. */
  ready: boolean;
  inputRef: Ref<HTMLTextAreaElement>;
  onType: (text: string) => void;
  onSend: (text: string) => void;
  onStop: () => void;
}

/** Enter sends, with Shift or Ctrl it adds a line; while an input method composes, Enter is the input method's. */
export const Composer = ({ text, streaming, ready, inputRef, onType, onSend, onStop }: Props) => {
  const [placeholder] = useState(() => suggestion(Math.random()));
  const blank = text.trim() === '';
  const send = () => {
    if (!streaming && ready && !blank) onSend(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const key = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.shiftKey) return;
    event.preventDefault();
    if (!event.ctrlKey) {
      send();
      return;
    }
    const area = event.currentTarget;
    area.setRangeText('\n', area.selectionStart, area.selectionEnd, 'end');
    onType(area.value);
  };
  return (
    <form className={classes.composer} onSubmit={submit} aria-label="Message Atrium">
      <div className={classes.growing} data-text={text}>
        <textarea
          ref={inputRef}
          className={classes.text}
          aria-label="Message"
          placeholder={placeholder}
          value={text}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={key}
          rows={1}
          enterKeyHint="send"
        />
      </div>
      <div className={classes.actions}>
        {streaming ? (
          <IconButton
            label="Stop"
            icon={<Square className={classes.stop} />}
            variant="primary"
            round
            onClick={onStop}
          />
        ) : (
          <IconButton
            label="Send"
            icon={<ArrowUp />}
            type="submit"
            variant="primary"
            round
            disabled={blank || !ready}
          />
        )}
      </div>
    </form>
  );
};
