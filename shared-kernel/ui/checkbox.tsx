import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './checkbox.module.css';
import { classNames } from './class-names.ts';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'aria-invalid' | 'size'> {
  /** May contain a link. */
  readonly label: ReactNode;
  readonly hint?: ReactNode | undefined;
  readonly error?: string | undefined;
  readonly onChange?: ((checked: boolean) => void) | undefined;
}

/** The platform's check box with our own look. */
export const Checkbox = ({ label, hint, error, onChange, className, id: given, ...rest }: CheckboxProps) => {
  const own = useId();
  const id = given ?? own;
  const described = [error && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={classNames(styles.checkbox, className)}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        className={styles.input}
        onChange={(event) => onChange?.(event.target.checked)}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      <label dir="auto" htmlFor={id} className={styles.label}>
        {label}
      </label>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
};
