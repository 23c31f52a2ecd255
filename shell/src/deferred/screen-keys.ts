import type { BarSide, Host } from '@atrium/shared-kernel/remote';
import type { Modals } from '../modals/modals.model.ts';

type Ports = Pick<Host, 'layout' | 'navigation' | 'session'> & { readonly modals: Pick<Modals, 'stack$'> };

/** By the position of the key, so that it works in every keyboard layout. */
const bars: Readonly<Record<string, BarSide>> = { KeyB: 'left', Period: 'right' };

/**
 * Shortcuts of the main screen, with Ctrl or Cmd: Shift+O starts a new chat, B toggles the chats, the period toggles
 * memory.
 */
export const listenToScreenKeys = (page: EventTarget, { layout, navigation, session, modals }: Ports): void => {
  const act = ({ code, shiftKey }: KeyboardEvent): boolean => {
    const side = shiftKey ? undefined : bars[code];
    if (side) layout.setBar(side, !layout.bars$.value[side]);
    else if (shiftKey && code === 'KeyO') {
      // A bar that lies over the content makes it inert.
      if (!layout.desktop$.value) for (const over of Object.values(bars)) layout.setBar(over, false);
      navigation.navigate('/');
    } else return false;
    return true;
  };
  page.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.repeat || event.altKey) return;
    const here = navigation.location$.value.pathname === '/' && modals.stack$.value.length === 0;
    if (event.ctrlKey === event.metaKey || !here || !session.user$.value) return;
    if (act(event)) event.preventDefault();
  });
};
