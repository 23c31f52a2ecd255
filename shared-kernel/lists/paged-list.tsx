// Imported by their public names: this part is built into remotes, which get the others from the shell.
import { createTextSearch } from '@atrium/shared-kernel/contracts/text-search';
import { nothingMatches } from '@atrium/shared-kernel/contracts/sentences';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import { ListItem } from '@atrium/shared-kernel/ui/list-item/list-item';
import Search from 'lucide-react/icons/search';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isComposing } from '../ui/composing.ts';
import classes from './paged-list.module.css';

/** Rows shown at first, and added with each press of the button below them. */
const step = 50;
/** Lists of more items have a filter. */
const filtersAbove = 8;

export interface PagedListProps<Item> {
  /** The accessible name, for example 'Members'. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** The text by which an item is found. */
  readonly searchTextOf: (item: Item) => string;
  /** Items that are shown whatever the filter and the page are: one that is chosen, or has unsaved changes. */
  readonly keeps?: ((item: Item) => boolean) | undefined;
  readonly plain?: boolean;
  readonly children: (item: Item) => ReactNode;
}

/** A list of any length: with a filter if there are more than a few items, and 50 rows at a time. */
export const PagedList = <Item,>({
  label,
  items,
  keyOf,
  searchTextOf,
  keeps = () => false,
  plain = false,
  children,
}: PagedListProps<Item>) => {
  const [term, setTerm] = useState('');
  const [shown, setShown] = useState(step);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The button may be gone, so the focus moves to the first control that it added.
    if (shown === step) return;
    const added = [...(list.current?.children ?? [])].slice(shown - step);
    added.flatMap((row) => [...row.querySelectorAll<HTMLElement>('button, input')])[0]?.focus();
  }, [shown]);
  const find = (typed: string) => {
    setTerm(typed);
    setShown(step);
  };
  const matches = createTextSearch(term);
  const isMatch = (item: Item) => matches(searchTextOf(item));
  const found = items.filter((item) => keeps(item) || isMatch(item));
  const visible = found.filter((item, index) => index < shown || keeps(item));
  const remaining = found.length - visible.length;
  return (
    <div className={classes.paged}>
      {items.length > filtersAbove && (
        <Field
          type="search"
          label={`Filter ${label.toLowerCase()}`}
          hideLabel
          placeholder="Filter"
          icon={<Search />}
          value={term}
          onChange={find}
          autoComplete="off"
          onKeyDown={(event) => {
            // Escape would also close the dialog that the list is in.
            if (event.key === 'Escape' && term !== '' && !isComposing(event.nativeEvent)) find('');
            // Enter would save the form.
            else if (event.key !== 'Enter') return;
            event.preventDefault();
          }}
        />
      )}
      {visible.length > 0 && (
        <ul ref={list} className={plain ? classes.plain : classes.rows} aria-label={label}>
          {visible.map((item) => (
            <ListItem key={keyOf(item)}>{children(item)}</ListItem>
          ))}
        </ul>
      )}
      {/* Always rendered, because screen readers read out only what changes in it. */}
      <p className={classes.none} role="status">
        {items.length > 0 && !found.some(isMatch) && nothingMatches(term.trim())}
      </p>
      {remaining > 0 && (
        <Button size="s" variant="ghost" className={classes.more} onClick={() => setShown(shown + step)}>
          Show {Math.min(step, remaining)} more of {remaining}
        </Button>
      )}
    </div>
  );
};
