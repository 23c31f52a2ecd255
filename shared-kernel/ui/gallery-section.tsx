import type { ReactNode } from 'react';
import styles from './gallery.module.css';

interface GallerySectionProps {
  readonly title: string;
  /** Stacks the examples instead of showing them side by side. */
  readonly stacked?: boolean;
  readonly children: ReactNode;
}

export const GallerySection = ({ title, stacked = false, children }: GallerySectionProps) => (
  <section className={styles.section}>
    <h2 className={styles.title}>{title}</h2>
    <div className={stacked ? styles.stack : styles.row}>{children}</div>
  </section>
);
