import { listStep } from '@atrium/shared-kernel/contracts/constants';
import { type ReactNode, useId, useState } from 'react';
import styles from './short-list.module.css';

interface Props<Item extends { _id: string }> {
  title: string;
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}

/** A section of a bar that shows 4 items first; Show more adds 4 each time (B4.35, B4.36). */
export const ShortList = <Item extends { _id: string }>({ title, items, children }: Props<Item>) => {
  const id = useId();
  const [shown, setShown] = useState<number>(listStep);
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <ul className={styles.items}>
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
