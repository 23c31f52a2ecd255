import { Link } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Menu, type MenuEntry } from '@atrium/shared-kernel/ui/menu';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ReactNode, Ref } from 'react';
import styles from './bar-item.module.css';

interface Props {
  icon: ReactNode;
  children: ReactNode;
  /** A muted note after the name. */
  note?: ReactNode;
  title?: string;
  current?: boolean;
}

const content = ({ icon, children, note }: Props) => (
  <>
    <span className={styles.icon} aria-hidden>
      {icon}
    </span>
    <span dir="auto" className={styles.name}>
      {children}
    </span>
    {note !== undefined && <span className={styles.note}>{note}</span>}
  </>
);

/** A row of a bar that runs an action. Without `onClick` it is disabled. */
export const BarButton = ({ onClick, ...props }: Props & { onClick?: (() => void) | undefined }) => (
  <button
    type="button"
    disabled={!onClick}
    className={styles.item}
    title={props.title}
    aria-current={props.current ? 'true' : undefined}
    onClick={onClick}
  >
    {content(props)}
  </button>
);

interface MenuItemProps extends Props {
  title: string;
  onClick: () => void;
  items: readonly MenuEntry[];
  ref?: Ref<HTMLDivElement>;
  /** Whether something would be dropped onto it. */
  over?: boolean;
}

/** The same with its own menu, which shows on hover and focus. */
export const BarMenuButton = ({ items, ref, over, ...props }: MenuItemProps) => (
  <div ref={ref} className={styles.row} data-current={props.current} data-over={over}>
    <BarButton {...props} />
    {items.length > 0 && (
      <Menu
        align="end"
        items={items}
        trigger={
          <IconButton size="s" className={styles.menu} label={`Options for ${props.title}`} icon={<Ellipsis />} />
        }
      />
    )}
  </div>
);

/** A row of a bar that is a link. */
export const BarLink = ({ to, onClick, ...props }: Props & { to: string; onClick?: (() => void) | undefined }) => (
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
