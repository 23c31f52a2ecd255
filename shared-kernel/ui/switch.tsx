import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './progress.tsx';
import styles from './switch.module.css';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'onChange' | 'size'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Whether a change is being saved. Further changes are ignored then. */
  readonly busy?: boolean | undefined;
}

/** A label at the start of the line and a switch at its end. It takes effect immediately. */
export const Switch = ({ label, hint, checked, onChange, busy = false, className, id, ...rest }: SwitchProps) => {
  const own = useId();
  const inputId = id ?? own;
  return (
    <div className={classNames(styles.row, className)}>
      <label htmlFor={inputId} className={styles.text}>
        {label}
        {hint !== undefined && (
          <span id={`${inputId}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </label>
      {busy && <Spinner size={14} className={styles.busy} />}
      <input
        {...rest}
        id={inputId}
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={checked}
        aria-checked={checked}
        aria-busy={busy || undefined}
        onChange={(event) => {
          if (!busy) onChange(event.target.checked);
        }}
      />
    </div>
  );
};
