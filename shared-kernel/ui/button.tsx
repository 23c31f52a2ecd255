import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './progress.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 's' | 'm' | 'l';

interface Look {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  /** As wide as its container. */
  readonly wide?: boolean | undefined;
}

/** The classes of a button, for a link among buttons. */
export const buttonLook = ({ variant = 'secondary', size = 'm', wide = false }: Look = {}): string =>
  classNames(styles.button, styles[variant], styles[size], wide && styles.wide);

/** A busy button keeps its focus and its size but does nothing. It cancels clicks and implicit submits. */
const refuse = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'aria-busy'>, Look {
  readonly icon?: ReactNode | undefined;
  readonly busy?: boolean | undefined;
  /** Replaces the label while busy, such as 'Saving…'. */
  readonly busyLabel?: string | undefined;
}

/** A button. The default `type` is 'button'. */
export const Button = ({
  variant,
  size,
  wide,
  icon,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) => {
  const covered = busy && busyLabel === undefined;
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonLook({ variant, size, wide }), className)}
      onClick={busy ? refuse : onClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
    >
      {busy && <Spinner className={covered ? styles.over : undefined} />}
      {!(busy && !covered) && icon !== undefined && (
        <span className={classNames(styles.icon, covered && styles.covered)} aria-hidden>
          {icon}
        </span>
      )}
      <span className={classNames(styles.label, covered && styles.covered)}>
        {busy && busyLabel !== undefined ? busyLabel : children}
      </span>
    </button>
  );
};

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'aria-busy'> {
  /** Its accessible name. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly busy?: boolean | undefined;
  /** Fully round, such as the composer's send button. */
  readonly round?: boolean | undefined;
}

/** A square button with one icon, by default of the variant 'ghost'. `aria-pressed` shows it as pressed. */
export const IconButton = ({
  label,
  icon,
  variant = 'ghost',
  size,
  busy = false,
  round = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) => (
  <button
    type="button"
    {...rest}
    className={classNames(buttonLook({ variant, size }), styles.square, round && styles.round, className)}
    onClick={busy ? refuse : onClick}
    aria-label={label}
    aria-busy={busy || undefined}
    aria-disabled={busy || rest['aria-disabled']}
  >
    {busy ? (
      <Spinner />
    ) : (
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
    )}
  </button>
);
