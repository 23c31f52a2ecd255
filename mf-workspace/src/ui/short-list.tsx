import { listStep } from '@atrium/shared-kernel/contracts/constants';
import { Button } from '@atrium/shared-kernel/ui/button';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './short-list.module.css';

interface Props<Item extends { _id: string }> {
  title: string;
  items: readonly Item[];
  /** Why there is nothing to show, if that is so. */
  failure?: string | undefined;
  onRetry: () => void;
  children: (item: Item) => ReactNode;
}

/** A section of a bar that shows 4 items first; Show more adds 4 each time (B4.35, B4.36). Nothing where there is none. */
export const ShortList = <Item extends { _id: string }>({ title, items, failure, onRetry, children }: Props<Item>) => {
  const id = useId();
  const [shown, setShown] = useState<number>(listStep);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The button may be gone: the focus goes on with the first item that it brought.
    if (shown > listStep) list.current?.children[shown - listStep]?.querySelector('button')?.focus();
  }, [shown]);
  if (items.length === 0 && failure === undefined) return null;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {items.length === 0 && (
        <div role="alert" className={styles.failure}>
          {failure}
          <Button size="s" variant="ghost" onClick={onRetry}>
            Retry
          </Button>
        </div>
      )}
      <ul ref={list} className={styles.items}>
        {items.slice(0, shown).map((item) => (
          <li key={item._id}>{children(item)}</li>
        ))}
      </ul>
      {items.length > shown && (
        <button
          type="button"
          className={styles.more}
          aria-label={`Show more ${title.toLowerCase()}`}
          onClick={() => setShown(shown + listStep)}
        >
          Show more
        </button>
      )}
    </section>
  );
};
