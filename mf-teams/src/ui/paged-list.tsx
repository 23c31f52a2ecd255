import { Button } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import Search from 'lucide-react/icons/search';
import { type ReactNode, useState } from 'react';
import classes from './paged-list.module.css';

/** Rows at first, and with each press of the button below them. */
const step = 50;
/** Above so many items they can be filtered. */
const filtersAbove = 8;

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

interface PagedListProps<Item> {
  /** The accessible name, as 'Members'. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** What an item is found by. */
  readonly wordsOf: (item: Item) => string;
  readonly plain?: boolean;
  readonly children: (item: Item) => ReactNode;
}

/** A list of any length: a filter where there are more than a few, and 50 rows at a time. */
export const PagedList = <Item,>({ label, items, keyOf, wordsOf, plain = false, children }: PagedListProps<Item>) => {
  const [term, setTerm] = useState('');
  const [shown, setShown] = useState(step);
  const wanted = folded(term.trim()).split(/\s+/);
  const found = term.trim()
    ? items.filter((item) => {
        const words = folded(wordsOf(item));
        return wanted.every((word) => words.includes(word));
      })
    : items;
  const left = found.length - shown;
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
          onChange={(typed) => {
            setTerm(typed);
            setShown(step);
          }}
          autoComplete="off"
        />
      )}
      {found.length > 0 && (
        <ul className={plain ? classes.plain : classes.rows} aria-label={label}>
          {found.slice(0, shown).map((item) => (
            <li key={keyOf(item)}>{children(item)}</li>
          ))}
        </ul>
      )}
      {items.length > 0 && found.length === 0 && (
        <p className={classes.none} role="status">
          Nothing matches “{term.trim()}”.
        </p>
      )}
      {left > 0 && (
        <Button size="s" variant="ghost" className={classes.more} onClick={() => setShown(shown + step)}>
          Show {Math.min(step, left)} more of {left}
        </Button>
      )}
    </div>
  );
};
