import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import styles from './chat-list.module.css';

const widths = ['82%', '64%', '73%', '55%', '78%', '68%', '47%', '71%'];

/** Placeholder for the list: a heading and rows of the same height. */
export const ChatListSkeleton = () => (
  <output aria-label="Loading chats" className={styles.bones}>
    <span className={styles.heading}>
      <Skeleton width="64px" />
    </span>
    {widths.map((width) => (
      <span key={width} className={styles.bone}>
        <Skeleton width={width} />
      </span>
    ))}
  </output>
);

/**
 * Placeholder for the first rows of the next page. It does not move, because it is mostly out of view and would still
 * cost a paint per frame.
 */
export const MoreSkeleton = () => (
  <output aria-label="Loading more chats" className={styles.bones}>
    {widths.slice(0, 2).map((width) => (
      <span key={width} className={styles.bone}>
        <Skeleton still width={width} />
      </span>
    ))}
  </output>
);
