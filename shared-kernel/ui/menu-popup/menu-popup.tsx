import * as Base from '@radix-ui/react-menu';
import { type ReactNode, useRef } from 'react';
import { classNames } from '../class-names.ts';
import styles from './menu-popup.module.css';

export interface MenuAction {
  readonly label: string;
  readonly icon?: ReactNode | undefined;
  /** A line below the label. */
  readonly description?: string | undefined;
  /** Makes it one of several choices, and says whether it is the selected one. */
  readonly checked?: boolean | undefined;
  readonly onSelect: () => void;
  /** For destructive actions. */
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

export type MenuEntry = MenuAction | 'separator';

export interface MenuPopupProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly items: readonly MenuEntry[];
  readonly side: 'top' | 'bottom' | 'left' | 'right';
  readonly align: 'start' | 'center' | 'end';
  /** The button that opened the menu. */
  readonly anchor: HTMLElement;
  readonly labelledBy: string;
}

const Words = ({ item: { icon, label, description } }: { readonly item: MenuAction }) => (
  <>
    {icon !== undefined && (
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
    )}
    <span dir="auto" className={styles.label}>
      {label}
      {description !== undefined && <small className={styles.description}>{description}</small>}
    </span>
  </>
);

const Action = ({ item }: { readonly item: MenuAction }) => {
  const { label, danger, disabled, checked, onSelect } = item;
  const part = { className: classNames(styles.item, danger && styles.danger), disabled, onSelect, textValue: label };
  if (checked === undefined)
    return (
      <Base.Item {...part}>
        <Words item={item} />
      </Base.Item>
    );
  return (
    <Base.CheckboxItem {...part} checked={checked}>
      <Words item={item} />
    </Base.CheckboxItem>
  );
};

/**
 * The menu is rendered inside the dialog that contains the button, because it would be inert below it otherwise, or
 * inside the part with another theme.
 */
const containerOf = (anchor: HTMLElement) =>
  anchor.closest<HTMLElement>('dialog, [role="dialog"], [role="alertdialog"], [data-theme]:not(html)') ?? document.body;

const Content = ({ items, side, align, anchor, labelledBy }: Omit<MenuPopupProps, 'open' | 'onOpenChange'>) => {
  /** A press elsewhere keeps the focus where it was set. */
  const leftByPress = useRef(false);
  return (
    <Base.Portal container={containerOf(anchor)}>
      <Base.Content
        side={side}
        align={align}
        sideOffset={4}
        collisionPadding={8}
        loop
        aria-labelledby={labelledBy}
        className={styles.popup}
        onInteractOutside={(event) => {
          // The button closes the menu by its own click handler.
          if (event.target instanceof Node && anchor.contains(event.target)) event.preventDefault();
          else leftByPress.current = true;
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // This runs in a separate task. By then the user may have moved the focus with the keyboard.
          if (!leftByPress.current && document.activeElement?.contains(anchor) !== false) anchor.focus();
          leftByPress.current = false;
        }}
      >
        {items.map((item, index) =>
          item === 'separator' ? (
            <Base.Separator key={`separator-${items.length - index}`} className={styles.separator} />
          ) : (
            <Action key={item.label} item={item} />
          ),
        )}
      </Base.Content>
    </Base.Portal>
  );
};

export const MenuPopup = ({ open, onOpenChange, anchor, ...rest }: MenuPopupProps) => (
  <Base.Root open={open} onOpenChange={onOpenChange} modal={false}>
    <Base.Anchor virtualRef={{ current: anchor }} />
    {open && <Content {...rest} anchor={anchor} />}
  </Base.Root>
);
