import { Logo } from '@atrium/shared-kernel/ui/brand';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import styles from './skeletons.module.css';

const rows = (count: number) =>
  Array.from({ length: count }, (_, row) => <Skeleton key={row} width={`${88 - ((row * 17) % 40)}%`} />);

/** A bar while its remote loads. */
export const BarSkeleton = () => (
  <div className={styles.bar}>
    <Skeleton shape="block" height={28} width="45%" />
    <Skeleton shape="block" height={36} />
    <div className={styles.rows}>{rows(7)}</div>
  </div>
);

/** The chat while its remote loads: an empty thread and the composer. */
export const ChatSkeleton = () => (
  <div className={styles.chat}>
    <Skeleton shape="block" height={88} />
  </div>
);

/** A page while its remote loads: a small mark, because any layout would change again. */
export const PageSkeleton = () => (
  <div className={styles.page}>
    <Logo size={32} className={styles.mark} />
  </div>
);
