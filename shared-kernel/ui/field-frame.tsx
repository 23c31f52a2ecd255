import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field-frame.module.css';

/** The texts of every labeled form control. */
export interface FieldTexts {
  readonly label: string;
  /** Shows the label only to assistive technology. */
  readonly hideLabel?: boolean | undefined;
  readonly hint?: ReactNode | undefined;
  readonly error?: string | undefined;
  /** The id of another element on the page that describes the control as well. */
  readonly describedBy?: string | undefined;
}

/** Attributes for the control, which associate its label, hint and error with it. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldFrameProps extends FieldTexts {
  readonly id?: string | undefined;
  /** A note that appears while typing, such as the maximum length. */
  readonly remark?: string | undefined;
  readonly className?: string | undefined;
  readonly children: (control: FieldControl) => ReactNode;
}

/** A label above the control, and remark, error and hint below. */
export const FieldFrame = ({
  id: given,
  label,
  hideLabel = false,
  hint,
  error,
  describedBy,
  remark,
  className,
  children,
}: FieldFrameProps) => {
  const own = useId();
  const id = given ?? own;
  const notes = { error: `${id}-error`, remark: `${id}-remark`, hint: `${id}-hint` };
  const described = [
    error !== undefined && error !== '' && notes.error,
    remark !== undefined && notes.remark,
    hint !== undefined && notes.hint,
    describedBy,
  ].filter(Boolean);
  return (
    <div className={classNames(styles.frame, className)}>
      <label htmlFor={id} className={hideLabel ? styles.hidden : styles.label}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div aria-live="polite" className={styles.live}>
        {error !== undefined && error !== '' && (
          <p id={notes.error} className={styles.error}>
            {error}
          </p>
        )}
        {remark !== undefined && (
          <p id={notes.remark} className={styles.note}>
            {remark}
          </p>
        )}
      </div>
      {hint !== undefined && (
        <p id={notes.hint} className={styles.note}>
          {hint}
        </p>
      )}
    </div>
  );
};
