import { type ComponentProps, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import classes from './composer.module.css';

/** Some browsers cannot size a text area to its content. There, an invisible copy of the text gives it its height. */
const mirrored = !globalThis.CSS?.supports?.('field-sizing', 'content');
const mirror = ({ parentElement, value }: HTMLTextAreaElement): void => {
  if (mirrored && parentElement) parentElement.dataset['text'] = value;
};

interface Props extends Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue' | 'onChange' | 'ref'> {
  /** The text to put into the field whenever it or `edition` changes. */
  readonly text: string;
  readonly edition: unknown;
  readonly inputRef: Ref<HTMLTextAreaElement>;
  readonly onType: (text: string) => void;
}

/**
 * A text area of 1 to 8 rows. It is uncontrolled, so that a keystroke costs no more than the browser's own work: only a
 * text that differs from what was typed is put into it.
 */
export const PromptField = ({ text, edition, inputRef, onType, ...rest }: Props) => {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(inputRef, () => area.current!);
  useLayoutEffect(() => {
    if (!area.current) return;
    if (area.current.value !== text) area.current.value = text;
    mirror(area.current);
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- the same text again is put in again
  }, [text, edition]);
  return (
    <div className={classes.growing}>
      <textarea
        ref={area}
        dir="auto"
        className={classes.text}
        onChange={({ currentTarget }) => {
          mirror(currentTarget);
          onType(currentTarget.value);
        }}
        rows={1}
        {...rest}
      />
    </div>
  );
};
