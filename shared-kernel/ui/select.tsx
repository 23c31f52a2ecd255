import type { KeyboardEvent } from 'react';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';
import styles from './select.module.css';

/** A9.19: with more options than this, the list scrolls within 300 px. */
const scrollsAbove = 10;

export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean | undefined;
}

export interface SelectProps<Value extends string = string> extends FieldTexts {
  readonly options: readonly SelectOption<Value>[];
  /** Undefined if nothing is chosen yet. */
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly name?: string | undefined;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
}

/** Escape closes only the open list, not the dialog around it. */
const stopEscape = (event: KeyboardEvent<HTMLSelectElement>) => {
  const open = CSS.supports('selector(:open)') && event.currentTarget.matches(':open');
  if (event.key === 'Escape' && open) event.stopPropagation();
};

/** The platform's select. Its list has our own look in browsers that allow that. */
export const Select = <Value extends string>({
  options,
  value,
  onChange,
  placeholder = 'Select…',
  id,
  label,
  hideLabel,
  hint,
  error,
  className,
  ...rest
}: SelectProps<Value>) => (
  <FieldFrame {...{ id, label, hideLabel, hint, error, className }}>
    {(control) => (
      <select
        {...rest}
        {...control}
        className={styles.select}
        data-scrolls={options.length > scrollsAbove || undefined}
        data-empty={value === undefined || undefined}
        value={value ?? ''}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
        onKeyDown={stopEscape}
      >
        {value === undefined && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option
            key={option.value}
            dir="auto"
            value={option.value}
            disabled={option.disabled}
            className={styles.option}
          >
            {option.label}
          </option>
        ))}
      </select>
    )}
  </FieldFrame>
);
