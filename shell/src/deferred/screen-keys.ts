import type { BarSide, Host } from '@atrium/shared-kernel/remote';
import type { Modals } from '../modals/modals.model.ts';
import { hasMod, typedBy } from '../shortcuts/shortcuts.ts';

type Ports = Pick<Host, 'layout' | 'navigation' | 'session'> & { readonly modals: Pick<Modals, 'stack$'> };

const bars: Readonly<Record<string, BarSide>> = { b: 'left', '.': 'right' };

/**
 * Shortcuts of the main screen, with Ctrl or Cmd: Shift+O starts a new chat, B toggles the chats, the period toggles
 * memory.
 */
export const listenToScreenKeys = (page: EventTarget, { layout, navigation, session, modals }: Ports): void => {
  const act = (event: KeyboardEvent): boolean => {
    const typed = typedBy(event);
    // The French layout types the period with Shift.
    const side = event.shiftKey && typed !== '.' ? undefined : bars[typed];
    if (side) layout.setBar(side, !layout.bars$.value[side]);
    else if (event.shiftKey && typed === 'o') {
      // A bar that lies over the content makes it inert.
      if (!layout.desktop$.value) for (const over of Object.values(bars)) layout.setBar(over, false);
      navigation.navigate('/');
    } else return false;
    return true;
  };
  page.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.repeat) return;
    const here = navigation.location$.value.pathname === '/' && modals.stack$.value.length === 0;
    if (!hasMod(event) || !here || !session.user$.value) return;
    if (act(event)) event.preventDefault();
  });
};
