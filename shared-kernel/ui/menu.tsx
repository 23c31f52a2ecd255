import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';
import { usePopupContainer } from './popup-container.ts';

export interface MenuAction {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  /** Destroys something. */
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

export type MenuEntry = MenuAction | 'separator';

export interface MenuProps {
  /** A button with its own name, as `<IconButton label="Chat options" …/>`. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuEntry[];
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly align?: 'start' | 'center' | 'end';
  readonly onOpenChange?: (open: boolean) => void;
}

const Entry = ({ item }: { readonly item: MenuAction }) => (
  <Base.Item
    className={classNames(styles.item, item.danger && styles.danger)}
    disabled={item.disabled}
    onClick={item.onSelect}
  >
    {item.icon !== undefined && (
      <span className={styles.icon} aria-hidden>
        {item.icon}
      </span>
    )}
    <span className={styles.label}>{item.label}</span>
  </Base.Item>
);

/** Actions behind a button. Keys, typeahead, focus and its return are Base UI's. */
export const Menu = ({ trigger, items, side = 'bottom', align = 'start', onOpenChange }: MenuProps) => {
  const [container, holdTrigger] = usePopupContainer();
  return (
    <Base.Root modal={false} onOpenChange={onOpenChange}>
      <Base.Trigger ref={holdTrigger} render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner side={side} align={align} sideOffset={4} positionMethod="fixed" className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            {items.map((item, index) =>
              item === 'separator' ? (
                <Base.Separator key={`separator-${items.length - index}`} className={styles.separator} />
              ) : (
                <Entry key={item.label} item={item} />
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
};
