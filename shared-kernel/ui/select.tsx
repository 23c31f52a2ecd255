import { Select as Base } from '@base-ui/react/select';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';
import { usePopupContainer } from './popup-container.ts';
import styles from './select.module.css';

/** A9.19: above so many options the list scrolls within 300 px. */
const scrollsAbove = 10;

export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
}

export interface SelectProps<Value extends string = string> extends FieldTexts {
  readonly options: readonly SelectOption<Value>[];
  /** Undefined: nothing chosen yet. */
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly name?: string;
  readonly id?: string;
  readonly className?: string;
}

/** One value of a list. Keys, typeahead and focus are Base UI's. */
export const Select = <Value extends string>({
  options,
  value,
  onChange,
  placeholder = 'Select…',
  disabled,
  required,
  name,
  id,
  label,
  hideLabel,
  hint,
  error,
  className,
}: SelectProps<Value>) => {
  const [container, holdTrigger] = usePopupContainer();
  return (
    <FieldFrame {...{ id, label, hideLabel, hint, error, className }}>
      {(control) => (
        <Base.Root
          items={options}
          value={value ?? null}
          onValueChange={(next) => next !== null && onChange(next)}
          disabled={disabled}
          required={required}
          name={name}
          modal={false}
        >
          <Base.Trigger {...control} ref={holdTrigger} className={styles.trigger}>
            <Base.Value className={styles.value} placeholder={placeholder} />
            <Base.Icon className={styles.chevron}>
              <ChevronDown aria-hidden />
            </Base.Icon>
          </Base.Trigger>
          <Base.Portal container={container}>
            <Base.Positioner
              sideOffset={4}
              alignItemWithTrigger={false}
              positionMethod="fixed"
              className={styles.positioner}
            >
              <Base.Popup className={styles.popup}>
                <Base.List
                  className={styles.list}
                  aria-label={label}
                  data-scrolls={options.length > scrollsAbove || undefined}
                >
                  {options.map((option) => (
                    <Base.Item
                      key={option.value}
                      value={option.value}
                      disabled={option.disabled}
                      className={styles.option}
                    >
                      {option.icon !== undefined && (
                        <span className={styles.icon} aria-hidden>
                          {option.icon}
                        </span>
                      )}
                      <Base.ItemText className={styles.text}>{option.label}</Base.ItemText>
                      <Base.ItemIndicator className={styles.mark}>
                        <Check aria-hidden />
                      </Base.ItemIndicator>
                    </Base.Item>
                  ))}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </FieldFrame>
  );
};
