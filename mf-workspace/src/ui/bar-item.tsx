import { Link } from '@atrium/shared-kernel/remote';
import type { ReactNode } from 'react';
import styles from './bar-item.module.css';

interface Props {
  icon: ReactNode;
  children: ReactNode;
  /** A quiet word after the name. */
  note?: ReactNode;
  title?: string;
  current?: boolean;
}

const content = ({ icon, children, note }: Props) => (
  <>
    <span className={styles.icon} aria-hidden>
      {icon}
    </span>
    <span className={styles.name}>{children}</span>
    {note !== undefined && <span className={styles.note}>{note}</span>}
  </>
);

/** A row of a bar that does something. */
export const BarButton = ({ onClick, ...props }: Props & { onClick: () => void }) => (
  <button
    type="button"
    className={styles.item}
    title={props.title}
    aria-current={props.current ? 'true' : undefined}
    onClick={onClick}
  >
    {content(props)}
  </button>
);

/** A row of a bar that leads somewhere. */
export const BarLink = ({ to, onClick, ...props }: Props & { to: string; onClick?: () => void }) => (
  <Link
    to={to}
    className={styles.item}
    title={props.title}
    aria-current={props.current ? 'page' : undefined}
    onClick={onClick}
  >
    {content(props)}
  </Link>
);
