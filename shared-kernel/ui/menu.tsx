import {
  cloneElement,
  type ComponentType,
  type MouseEvent,
  type ReactElement,
  type SyntheticEvent,
  useId,
  useState,
} from 'react';
import type { MenuEntry, MenuPopupProps } from './menu-popup/menu-popup.tsx';

export type { MenuAction, MenuEntry } from './menu-popup/menu-popup.tsx';

interface TriggerProps {
  id?: string | undefined;
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  [attribute: string]: unknown;
}

export interface MenuProps {
  /** A button with an accessible name, such as `<IconButton label="Chat options" …/>`. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly items: readonly MenuEntry[];
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /** Loads what the items need, along with the menu itself. */
  readonly prepare?: (() => Promise<unknown>) | undefined;
}

/** The popup weighs 27 kB. It is fetched at the first sign that a menu is about to open, once for all menus. */
let loaded: ComponentType<MenuPopupProps> | undefined;
const load = async () => {
  loaded ??= (await import('./menu-popup/menu-popup.tsx')).MenuPopup;
  return loaded;
};
/** A button that opens a menu. Radix handles keys, typeahead and positioning; the button is the caller's. */
export const Menu = ({ trigger, items, side = 'bottom', align = 'start', onOpenChange, prepare }: MenuProps) => {
  const own = useId();
  const id = trigger.props.id ?? own;
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [Popup, setPopup] = useState(() => (prepare ? undefined : loaded));
  const [open, setOpen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  /** A failed fetch is repeated at the next sign. */
  const fetchPopup = async () => {
    try {
      const [part] = await Promise.all([load(), prepare?.()]);
      setPopup(() => part);
      return true;
    } catch {
      return false;
    }
  };
  const preload = (event: SyntheticEvent<HTMLElement>) => {
    setAnchor(event.currentTarget);
    if (!Popup) void fetchPopup();
  };
  const toggle = async (event: MouseEvent<HTMLElement>) => {
    trigger.props.onClick?.(event);
    if (event.defaultPrevented) return;
    const target = event.currentTarget;
    setAnchor(target);
    // Safari does not focus what is clicked.
    target.focus();
    // When a slow menu comes, something else may have been pressed, or a dialog may be open.
    if (!Popup && (!(await fetchPopup()) || document.activeElement !== target)) return;
    change(!open);
  };
  const button = cloneElement(trigger, {
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onClick: (event: MouseEvent<HTMLElement>) => void toggle(event),
    onPointerEnter: preload,
    onFocus: preload,
  });
  return (
    <>
      {button}
      {Popup && anchor && <Popup {...{ open, items, side, align, anchor }} labelledBy={id} onOpenChange={change} />}
    </>
  );
};
