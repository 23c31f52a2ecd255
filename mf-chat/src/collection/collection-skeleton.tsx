import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import styles from './collection.module.css';

const widths = ['58%', '41%', '66%', '37%', '52%'];

/** Rows as they will be. */
export const CollectionSkeleton = ({ rows }: { readonly rows: number }) => (
  <output aria-label="Loading chats in this collection" className={styles.bones}>
    {widths.slice(0, rows).map((width) => (
      <span key={width} className={styles.bone}>
        <Skeleton width={width} />
        <Skeleton width="22%" />
      </span>
    ))}
  </output>
);
