import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import type { ComponentProps } from 'react';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './toast.module.css';

export type ToastType = 'info' | 'error' | 'warn';
const icons = { info: Info, error: CircleAlert, warn: TriangleAlert };

export interface ToastProps extends Omit<ComponentProps<'div'>, 'children' | 'role'> {
  readonly type: ToastType;
  readonly message: string;
  /** An action, such as Undo. */
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
  readonly onClose: () => void;
  /** How far a swipe has moved it, in px. It fades on the way. Handlers of the swipe are passed as plain props. */
  readonly offset?: number | undefined;
  /** Whether it follows a finger, without easing. */
  readonly dragging?: boolean | undefined;
  /** Whether it is leaving: toward the side of `offset`, or fading. */
  readonly leaving?: boolean | undefined;
}

/** One alert banner. An error or a warning interrupts screen readers. An info waits, in the live region around it. */
export const Toast = ({
  type,
  message,
  action,
  onClose,
  offset = 0,
  dragging = false,
  leaving = false,
  className,
  style,
  ...rest
}: ToastProps) => {
  const Icon = icons[type];
  const x = leaving ? Math.sign(offset) * 320 : offset;
  return (
    <div
      {...rest}
      role={type === 'info' ? undefined : 'alert'}
      className={classNames(styles.toast, styles[type], className)}
      data-dragging={dragging || undefined}
      data-leaving={leaving || undefined}
      style={{ ...style, translate: `${x}px`, opacity: leaving ? 0 : Math.max(0.3, 1 - Math.abs(x) / 240) }}
    >
      <Icon className={styles.icon} aria-hidden />
      <div className={styles.body}>
        <p className={styles.message}>{message}</p>
        {action && (
          <Button size="s" variant="ghost" className={styles.close} onClick={action.onSelect}>
            {action.label}
          </Button>
        )}
      </div>
      <IconButton label="Dismiss" icon={<X />} size="s" className={styles.close} onClick={onClose} />
    </div>
  );
};
