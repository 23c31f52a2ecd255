import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import styles from './modal-frame.module.css';

export const DialogSkeleton = () => (
  <div className={styles.skeleton}>
    <Skeleton lines={3} />
    <Skeleton shape="block" height={72} />
  </div>
);
