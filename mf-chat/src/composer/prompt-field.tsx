import { type ComponentProps, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import classes from './composer.module.css';

/** Some browsers cannot size a text area by its text: an invisible copy of the text gives it the height there. */
const mirrored = !globalThis.CSS?.supports?.('field-sizing', 'content');
const mirror = ({ parentElement, value }: HTMLTextAreaElement): void => {
  if (mirrored && parentElement) parentElement.dataset['text'] = value;
};

interface Props extends Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue' | 'onChange' | 'ref'> {
  /** What is put in, when it changes or is another `edition`. */
  readonly text: string;
  readonly edition: unknown;
  readonly inputRef: Ref<HTMLTextAreaElement>;
  readonly onType: (text: string) => void;
}

/**
 * A text area of 1 to 8 rows. What is typed stands in it already: only another text is put into it, so that a key costs
 * nothing but what the browser does.
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
