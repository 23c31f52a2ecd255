import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';
import styles from './field.module.css';

type Native<Tag extends 'input' | 'textarea'> = Omit<
  ComponentProps<Tag>,
  'value' | 'defaultValue' | 'onChange' | 'aria-invalid' | 'aria-describedby' | 'rows'
>;

interface Typed {
  readonly value?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly onChange?: ((value: string) => void) | undefined;
}

/** A5.17: shown once the maximum length is reached. */
const remarkOf = (length: number, maxLength: number | undefined) =>
  maxLength !== undefined && length >= maxLength ? `Maximum of ${maxLength} characters.` : undefined;

/** The current text, whether the parent controls it or not. */
const useTyped = ({ value, defaultValue = '', onChange }: Typed) => {
  const [typed, setTyped] = useState(defaultValue);
  const change = (next: string) => {
    setTyped(next);
    onChange?.(next);
  };
  return { text: value ?? typed, change };
};

export interface FieldProps extends Native<'input'>, Typed, FieldTexts {
  /** An icon before the text. */
  readonly icon?: ReactNode | undefined;
  /** A small control or unit after the text. */
  readonly trailing?: ReactNode | undefined;
}

/** One line of text with label, hint and error; a password gets a show/hide toggle. */
export const Field = ({
  label,
  hideLabel,
  hint,
  error,
  describedBy,
  value,
  defaultValue,
  onChange,
  type = 'text',
  icon,
  trailing,
  id,
  className,
  ...rest
}: FieldProps) => {
  const { text, change } = useTyped({ value, defaultValue, onChange });
  const [shown, setShown] = useState(false);
  const password = type === 'password';
  const remark = remarkOf(text.length, rest.maxLength);
  return (
    <FieldFrame {...{ id, label, hideLabel, hint, error, describedBy, remark, className }}>
      {(control) => (
        <div className={styles.box} data-disabled={rest.disabled || undefined} data-invalid={control['aria-invalid']}>
          {icon !== undefined && (
            <span className={styles.icon} aria-hidden>
              {icon}
            </span>
          )}
          <input
            dir="auto"
            {...rest}
            {...control}
            className={styles.input}
            type={password && shown ? 'text' : type}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
          {password && (
            <button
              type="button"
              className={styles.toggle}
              disabled={rest.disabled}
              aria-label={shown ? 'Hide password' : 'Show password'}
              aria-controls={control.id}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            </button>
          )}
          {trailing}
        </div>
      )}
    </FieldFrame>
  );
};

export interface TextAreaProps extends Native<'textarea'>, Typed, FieldTexts {
  /** The minimum number of rows; 1 by default. */
  readonly minRows?: number | undefined;
  /** The number of rows before it scrolls; 8 by default (B5.23). */
  readonly maxRows?: number | undefined;
}

/** Multi-line text that grows with what is typed. A row is 22 px at the base size of 16 px. */
export const TextArea = ({
  label,
  hideLabel,
  hint,
  error,
  describedBy,
  value,
  defaultValue,
  onChange,
  minRows = 1,
  maxRows = 8,
  id,
  className,
  ...rest
}: TextAreaProps) => {
  const { text, change } = useTyped({ value, defaultValue, onChange });
  const remark = remarkOf(text.length, rest.maxLength);
  const rows: Readonly<Record<`--${string}`, number>> = { '--min-rows': minRows, '--max-rows': maxRows };
  return (
    <FieldFrame {...{ id, label, hideLabel, hint, error, describedBy, remark, className }}>
      {(control) => (
        <div
          className={classNames(styles.box, styles.growing)}
          data-disabled={rest.disabled || undefined}
          data-invalid={control['aria-invalid']}
          data-text={text}
          style={rows}
        >
          <textarea
            dir="auto"
            {...rest}
            {...control}
            className={styles.area}
            rows={minRows}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        </div>
      )}
    </FieldFrame>
  );
};
