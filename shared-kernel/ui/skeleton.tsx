import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** `text`: as tall as a line of text. `block` and `circle` have the given size. */
  readonly shape?: 'text' | 'block' | 'circle' | undefined;
  readonly width?: CSSProperties['width'] | undefined;
  readonly height?: CSSProperties['height'] | undefined;
  /** Several lines of text, the last one shorter. */
  readonly lines?: number | undefined;
  /** Not animated, because nothing is loading yet or nobody sees it. */
  readonly still?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A placeholder for something that is loading. It is silent; the surrounding element says what is loading. */
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
