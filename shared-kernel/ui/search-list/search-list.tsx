// Imported by their public names: this part is built into remotes, which get the others from the shell.
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { Field } from '@atrium/shared-kernel/ui/field';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { isComposing } from '../composing.ts';
import styles from './search-list.module.css';

interface OptionProps {
  readonly id: string;
  readonly active: boolean;
  readonly className: string | undefined;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

const Option = ({ id, active, className, onChoose, children }: OptionProps) => {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) option.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and handles the keys
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={classNames(styles.option, className)}
      onClick={onChoose}
    >
      {children}
    </div>
  );
};

export interface SearchListProps<Item extends { readonly id: string }> {
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** The items that match the text. */
  readonly items: readonly Item[];
  readonly onChoose: (item: Item) => void;
  /** Renders `items`; `option` makes an option of an item and its content. */
  readonly children: (option: (item: Item, content: ReactNode) => ReactNode, items: readonly Item[]) => ReactNode;
  /** The accessible names of the field and of the list. */
  readonly label: string;
  readonly listLabel: string;
  readonly placeholder: string;
  readonly maxLength: number;
  /** What one item and several are called, such as `['model', 'models']`. */
  readonly nouns: readonly [one: string, several: string];
  /** The index of the item that is active at first, if it is not whichever comes first. */
  readonly initial?: number | undefined;
  /** How many items Page Up and Page Down pass. */
  readonly page: number;
  readonly optionClassName?: string | undefined;
}

/** The index to which a key leads from the active one of `count` items; undefined for other keys. */
const stepFrom = (active: number, count: number, page: number, key: string): number | undefined => {
  const steps: Record<string, number> = {
    ArrowDown: (active + 1) % count,
    ArrowUp: (active - 1 + count) % count,
    PageDown: Math.min(active + page, count - 1),
    PageUp: Math.max(active - page, 0),
  };
  return steps[key];
};

/**
 * The index of the active item, and the keys that change or choose it. An item that was moved to stays active while
 * others come and go; without one, the first is.
 */
const useActive = <Item extends { readonly id: string }>(
  items: readonly Item[],
  { initial = -1, page, onChoose }: { initial: number | undefined; page: number; onChoose: (item: Item) => void },
) => {
  const [chosen, setChosen] = useState(items[initial]?.id);
  const active = Math.max(
    items.findIndex(({ id }) => id === chosen),
    0,
  );
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const next = stepFrom(active, items.length, page, event.key);
    const item = items[active];
    if (next !== undefined && items.length > 0) setChosen(items[next]?.id);
    else if (event.key !== 'Enter' || !item) return;
    else onChoose(item);
    event.preventDefault();
  };
  return { active, reset: () => setChosen(undefined), press };
};

/** A list below a field that searches it. The field keeps the focus: arrow keys move through the list, Enter chooses. */
export const SearchList = <Item extends { readonly id: string }>({
  text,
  onTextChange,
  items,
  onChoose,
  children,
  label,
  listLabel,
  placeholder,
  maxLength,
  nouns: [one, several],
  initial,
  page,
  optionClassName,
}: SearchListProps<Item>) => {
  const { active, reset, press } = useActive(items, { initial, page, onChoose });
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  const typed = text.trim();
  const { length: count } = items;
  const option = (item: Item, content: ReactNode) => {
    const index = items.indexOf(item);
    return (
      <Option
        key={item.id}
        id={`${id}-${index}`}
        active={index === active}
        className={optionClassName}
        onChoose={() => onChoose(item)}
      >
        {content}
      </Option>
    );
  };
  return (
    <div className={styles.search}>
      <Field
        ref={field}
        label={label}
        hideLabel
        role="combobox"
        autoComplete="off"
        icon={<Search />}
        placeholder={placeholder}
        maxLength={maxLength}
        aria-expanded={count > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
        value={text}
        onChange={(next) => {
          onTextChange(next);
          reset();
        }}
        onKeyDown={press}
      />
      <p aria-live="polite" className={styles.count}>
        {typed !== '' && (count === 1 ? `1 ${one}` : `${count} ${several}`)}
      </p>
      <div className={styles.results}>
        {count === 0 && <EmptyState small title={`Nothing matches “${typed}”`} text="Try different words." />}
        <div id={id} role="listbox" aria-label={listLabel} className={styles.list}>
          {children(option, items)}
        </div>
      </div>
    </div>
  );
};
