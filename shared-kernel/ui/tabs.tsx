import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './tabs.module.css';

export interface Tab<Value extends string = string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly icon?: ReactNode | undefined;
  readonly disabled?: boolean | undefined;
  /** Rendered only while selected. */
  readonly content: ReactNode;
}

export interface TabsProps<Value extends string = string> {
  /** The accessible name of the row of tabs. */
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly orientation?: 'horizontal' | 'vertical' | undefined;
  /** The tabs take up the whole body of their dialog, at this height for each of them. The panel scrolls. */
  readonly dialogHeight?: CSSProperties['height'] | undefined;
  readonly className?: string | undefined;
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Moves the focus to the tab that the key selects. The selection follows the focus. */
const follow = (event: KeyboardEvent<HTMLElement>) => {
  const step = steps[event.key];
  const list = event.currentTarget.closest('[role="tablist"]');
  if (!step || !list) return;
  const tabs = [...list.querySelectorAll<HTMLElement>('[role="tab"]:not(:disabled)')];
  const next = tabs[step(tabs.indexOf(event.currentTarget), tabs.length)];
  event.preventDefault();
  next?.focus();
  next?.click();
};

/** Scrolls a row that is narrower than its tabs, so that the selected one is in its middle. */
const useSelectedInView = (index: number) => {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = row.current;
    const tab = list?.children[index];
    if (list && tab instanceof HTMLElement)
      list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }, [index]);
  return row;
};

/** One of several panels. In a narrow container, the row of tabs scrolls. */
export const Tabs = <Value extends string>({
  label,
  tabs,
  value,
  onChange,
  orientation = 'horizontal',
  dialogHeight,
  className,
}: TabsProps<Value>) => {
  const id = useId();
  const index = tabs.findIndex((tab) => tab.value === value);
  const selected = tabs[index];
  const row = useSelectedInView(index);
  return (
    <div
      className={classNames(styles.tabs, styles[orientation], dialogHeight !== undefined && styles.dialog, className)}
      style={{ height: dialogHeight }}
    >
      <div ref={row} role="tablist" aria-label={label} aria-orientation={orientation} className={styles.list}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab === selected}
            aria-controls={tab === selected ? `${id}-panel` : undefined}
            tabIndex={tab === selected ? 0 : -1}
            disabled={tab.disabled}
            className={styles.tab}
            onClick={() => onChange(tab.value)}
            onKeyDown={follow}
          >
            {tab.icon !== undefined && (
              <span className={styles.icon} aria-hidden>
                {tab.icon}
              </span>
            )}
            {tab.label}
          </button>
        ))}
      </div>
      {selected && (
        <div
          key={selected.value}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${selected.value}`}
          className={styles.panel}
        >
          {selected.content}
        </div>
      )}
    </div>
  );
};
