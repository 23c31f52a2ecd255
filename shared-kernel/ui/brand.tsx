import styles from './brand.module.css';
import { classNames } from './class-names.ts';

export interface LogoProps {
  /** In pixels; 28 by default. */
  readonly size?: number | undefined;
  /** The accessible name. Without it, the mark is decorative. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

/** The mark: three arches, one within the other, around an open door. */
export const Logo = ({ size = 28, label, className }: LogoProps) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 32 32"
    fill="none"
    className={classNames(styles.logo, className)}
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  >
    <path className={styles.ground} d="M4 28V16a12 12 0 0 1 24 0v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2Z" />
    <path className={styles.arch} d="M9.5 30V16.5a6.5 6.5 0 0 1 13 0V30" />
    <path className={styles.door} d="M13.5 30V17a2.5 2.5 0 0 1 5 0v13Z" />
  </svg>
);

export interface WordmarkProps {
  /** The height of the mark in pixels; 28 by default. */
  readonly size?: number | undefined;
  readonly className?: string | undefined;
}

/** The mark and the product's name. */
export const Wordmark = ({ size = 28, className }: WordmarkProps) => (
  <span className={classNames(styles.wordmark, className)} style={{ fontSize: size * 0.68, gap: size * 0.32 }}>
    <Logo size={size} />
    Atrium
  </span>
);
