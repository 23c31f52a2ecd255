import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './tabs.module.css';

export interface Tab<Value extends string = string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** Rendered only while selected. */
  readonly content: ReactNode;
}

export interface TabsProps<Value extends string = string> {
  /** The accessible name of the row of tabs. */
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly orientation?: 'horizontal' | 'vertical';
  readonly className?: string;
}

/** Arrow keys move, Enter and Space select; in a narrow place the row scrolls. */
export const Tabs = <Value extends string>({
  label,
  tabs,
  value,
  onChange,
  orientation = 'horizontal',
  className,
}: TabsProps<Value>) => (
  <Base.Root
    value={value}
    onValueChange={(next) => onChange(next as Value)}
    orientation={orientation}
    className={classNames(styles.tabs, styles[orientation], className)}
  >
    <Base.List aria-label={label} className={styles.list}>
      {tabs.map((tab) => (
        <Base.Tab key={tab.value} value={tab.value} disabled={tab.disabled} className={styles.tab}>
          {tab.icon !== undefined && (
            <span className={styles.icon} aria-hidden>
              {tab.icon}
            </span>
          )}
          {tab.label}
        </Base.Tab>
      ))}
    </Base.List>
    {tabs.map((tab) => (
      <Base.Panel key={tab.value} value={tab.value} className={styles.panel}>
        {tab.content}
      </Base.Panel>
    ))}
  </Base.Root>
);
