import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import styles from './chat-list.module.css';

const widths = ['82%', '64%', '73%', '55%', '78%', '68%', '47%', '71%'];

/** The list as it will be: a heading and rows of its height. */
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

/** The place of the next page's first rows: mostly out of sight, where each frame would be drawn for what moves. */
export const MoreSkeleton = () => (
  <output aria-label="Loading more chats" className={styles.bones}>
    {widths.slice(0, 2).map((width) => (
      <span key={width} className={styles.bone}>
        <Skeleton still width={width} />
      </span>
    ))}
  </output>
);
