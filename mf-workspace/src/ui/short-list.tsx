import { listStep } from '@atrium/shared-kernel/contracts/constants';
import { Button, IconButton } from '@atrium/shared-kernel/ui/button';
import { ListItem } from '@atrium/shared-kernel/ui/list-item/list-item';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { BarButton } from './bar-item.tsx';
import styles from './short-list.module.css';

interface Props<Item extends { _id: string }> {
  title: string;
  items: readonly Item[];
  /** Why there is nothing to show, if it failed. */
  failure?: string | undefined;
  onRetry: () => void;
  /** How to create another one, for users who may. */
  create?: { readonly label: string; readonly onClick: () => void } | undefined;
  children: (item: Item) => ReactNode;
}

/**
 * A section of a bar that shows 4 items at first, and 4 more with each Show more (B4.35, B4.36). If there is none, it
 * offers to create the first, or shows nothing to users who may not.
 */
export const ShortList = <Item extends { _id: string }>({
  title,
  items,
  failure,
  onRetry,
  create,
  children,
}: Props<Item>) => {
  const id = useId();
  const [shown, setShown] = useState<number>(listStep);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The button may be gone, so the focus moves to the first item that it added.
    if (shown > listStep) list.current?.children[shown - listStep]?.querySelector('button')?.focus();
  }, [shown]);
  if (items.length === 0 && failure === undefined && !create) return null;
  return (
    <section aria-labelledby={id} className={styles.section} tabIndex={-1}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        {create && items.length > 0 && (
          <IconButton size="s" label={create.label} icon={<Plus />} onClick={create.onClick} />
        )}
      </div>
      {create && items.length === 0 && failure === undefined && (
        <BarButton icon={<Plus />} onClick={create.onClick}>
          {create.label}
        </BarButton>
      )}
      {items.length === 0 && failure !== undefined && (
        <div role="alert" className={styles.failure}>
          {failure}
          <Button size="s" variant="ghost" onClick={onRetry}>
            Retry
          </Button>
        </div>
      )}
      <ul ref={list} className={styles.items}>
        {items.slice(0, shown).map((item) => (
          <ListItem key={item._id}>{children(item)}</ListItem>
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
