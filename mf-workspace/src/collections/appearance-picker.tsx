import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './appearance-picker.module.css';

interface Props<Value extends string> {
  label: string;
  options: readonly { readonly value: Value; readonly label: string; readonly picture: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Chooses one of several pictures, with native radio buttons. Each has a name for screen readers. */
export const AppearancePicker = <Value extends string>({ label, options, value, onChange }: Props<Value>) => {
  const name = useId();
  return (
    <fieldset role="radiogroup" className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option} title={option.label}>
            <input
              type="radio"
              className={styles.input}
              name={name}
              value={option.value}
              aria-label={option.label}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.picture} aria-hidden>
              {option.picture}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
