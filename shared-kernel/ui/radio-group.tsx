import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './radio-group.module.css';

export interface RadioOption<Value extends string = string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly hint?: ReactNode | undefined;
  readonly disabled?: boolean | undefined;
}

export interface RadioGroupProps<Value extends string = string> {
  readonly label: string;
  readonly hideLabel?: boolean | undefined;
  readonly options: readonly RadioOption<Value>[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  /** `list`: stacked. `cards`: bordered rows. `segments`: side by side in one frame, for short labels. */
  readonly look?: 'list' | 'cards' | 'segments' | undefined;
  readonly error?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly name?: string | undefined;
  readonly className?: string | undefined;
}

/** The round button of a choice, for choices that are laid out in another way than a `RadioGroup`. */
export const Radio = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => (
  <input {...rest} type="radio" className={classNames(styles.input, className)} />
);

/** One choice of several: the platform's radio buttons with our own look. */
export const RadioGroup = <Value extends string>({
  label,
  hideLabel = false,
  options,
  value,
  onChange,
  look = 'list',
  error,
  disabled = false,
  name,
  className,
}: RadioGroupProps<Value>) => {
  const id = useId();
  return (
    <fieldset
      role="radiogroup"
      disabled={disabled}
      className={classNames(styles.group, className)}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={hideLabel ? styles.hidden : styles.legend}>{label}</legend>
      <div className={styles[look]}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <Radio
              name={name ?? id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.text}>
              <span dir="auto">{option.label}</span>
              {option.hint !== undefined && <span className={styles.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
};
