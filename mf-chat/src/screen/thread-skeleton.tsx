import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import styles from './screen.module.css';

/** Placeholder for a conversation that is being fetched. */
export const ThreadSkeleton = () => (
  <div className={styles.skeleton} role="status" aria-label="Loading messages">
    {[52, 34].map((width) => (
      <div key={width} className={styles.skeleton}>
        <div className={styles.skeletonPrompt}>
          <Skeleton shape="block" width={`${width}%`} height={48} />
        </div>
        <Skeleton lines={4} width="100%" />
      </div>
    ))}
  </div>
);
