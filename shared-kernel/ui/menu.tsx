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
  /** A button with its own name, as `<IconButton label="Chat options" …/>`. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly items: readonly MenuEntry[];
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /** What the items are made of, fetched with the menu itself. */
  readonly prepare?: (() => Promise<unknown>) | undefined;
}

/** The open menu weighs 27 kB: it is fetched at the first sign that a menu is wanted, and once for all menus. */
let loaded: ComponentType<MenuPopupProps> | undefined;
const load = async () => {
  loaded ??= (await import('./menu-popup/menu-popup.tsx')).MenuPopup;
  return loaded;
};
/** Actions behind a button. Keys, typeahead and placing are Radix's; the button is the caller's. */
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
  /** A failed fetch is asked for again at the next sign. */
  const fetchPopup = async () => {
    try {
      const [part] = await Promise.all([load(), prepare?.()]);
      setPopup(() => part);
      return true;
    } catch {
      return false;
    }
  };
  const sign = (event: SyntheticEvent<HTMLElement>) => {
    setAnchor(event.currentTarget);
    if (!Popup) void fetchPopup();
  };
  const toggle = async (event: MouseEvent<HTMLElement>) => {
    trigger.props.onClick?.(event);
    if (event.defaultPrevented) return;
    setAnchor(event.currentTarget);
    if (Popup || (await fetchPopup())) change(!open);
  };
  const button = cloneElement(trigger, {
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onClick: (event: MouseEvent<HTMLElement>) => void toggle(event),
    onPointerEnter: sign,
    onFocus: sign,
  });
  return (
    <>
      {button}
      {Popup && anchor && <Popup {...{ open, items, side, align, anchor }} labelledBy={id} onOpenChange={change} />}
    </>
  );
};
