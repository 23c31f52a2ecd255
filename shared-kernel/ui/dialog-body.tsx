import X from 'lucide-react/icons/x';
import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog-body.module.css';

export interface DialogBodyProps extends Omit<ComponentProps<'div'>, 'title'> {
  readonly title: ReactNode;
  /** One sentence below the title. */
  readonly description?: ReactNode | undefined;
  /** Shows a close icon at the end of the title. */
  readonly onClose?: (() => void) | undefined;
}

/** Title and content of a dialog. The dialog's panel scrolls and has no padding; the title stays in sight. */
export const DialogBody = ({ title, description, onClose, className, children, ...rest }: DialogBodyProps) => (
  <div {...rest} className={classNames(styles.body, className)}>
    <header className={styles.header}>
      <div className={styles.heading}>
        <h2 dir="auto" className={styles.title}>
          {title}
        </h2>
        {description !== undefined && <p className={styles.description}>{description}</p>}
      </div>
      {onClose !== undefined && <IconButton label="Close" icon={<X />} className={styles.close} onClick={onClose} />}
    </header>
    <div className={styles.content}>{children}</div>
  </div>
);

/** The dialog's actions, the main one last. It stays visible at the bottom. */
export const DialogFooter = ({ className, ...rest }: ComponentProps<'footer'>) => (
  <footer {...rest} className={classNames(styles.footer, className)} />
);
