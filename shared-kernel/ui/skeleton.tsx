import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** `text`: as tall as a line of its place. `block` and `circle` take the size given. */
  readonly shape?: 'text' | 'block' | 'circle' | undefined;
  readonly width?: CSSProperties['width'] | undefined;
  readonly height?: CSSProperties['height'] | undefined;
  /** Several lines of text, the last one shorter. */
  readonly lines?: number | undefined;
  /** Stands still: nothing is on its way yet, or nobody sees it. */
  readonly still?: boolean | undefined;
  readonly className?: string | undefined;
}

/** The place of what is loading; silent: whoever shows it says what is awaited. */
export const Skeleton = ({ shape = 'text', width, height, lines = 1, still, className }: SkeletonProps) => (
  <span aria-hidden className={classNames(styles.group, className)} style={{ width }}>
    {Array.from({ length: lines }, (_, line) => (
      <span
        key={line}
        className={classNames(styles.bone, styles[shape], still && styles.still)}
        style={{ width: shape === 'circle' ? height : undefined, height }}
      />
    ))}
  </span>
);
