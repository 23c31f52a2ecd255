import type { OwnedAlerts } from '../alerts/alerts.model.ts';
import type { Modals } from '../modals/modals.model.ts';
import type { Directory } from '../remotes/directory.ts';
import type { Navigation } from '@atrium/shared-kernel/remote';

const typedInto = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])';

/** Whether letters go somewhere: a key alone is then no shortcut. */
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(typedInto) !== null);

/** A key as contracts name it: `Mod+k`, `?`; by its place on the keyboard where the layout has no Latin letters. */
export const keyOf = (event: KeyboardEvent): string | undefined => {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || (ctrlKey && metaKey)) return undefined;
  if (!ctrlKey && !metaKey) return isTyping(event) ? undefined : key;
  const letter = /^[a-z]$/i.test(key) || !code.startsWith('Key') ? key : code.slice(3);
  return shiftKey ? undefined : `Mod+${letter.toLowerCase()}`;
};

interface Parts {
  readonly directory: Directory;
  readonly modals: Modals;
  readonly alerts: OwnedAlerts;
  readonly navigation: Navigation;
}

const undo = 'Mod+z';

/**
 * Listens to the keys that open dialogs, as the release set declares them, on the main screen. With another dialog on
 * the screen they do nothing; the key of the one on top closes it. Ctrl or Cmd Z, where nothing is typed, does what the
 * newest banner offers. Answers how to end.
 */
export const listenToShortcuts = (target: Document, parts: Parts): (() => void) => {
  const { directory, modals, alerts, navigation } = parts;
  const dialogOf = (name: string): boolean => {
    const top = modals.stack$.value.at(-1);
    if (!top) {
      void modals.openByName(name);
      return true;
    }
    if (top.kind !== 'remote' || top.entry !== directory.dialog(name)) return false;
    modals.close(top.key);
    return true;
  };
  const undone = (event: KeyboardEvent): boolean => {
    const alert = isTyping(event) ? undefined : alerts.alerts$.value.findLast(({ action }) => action);
    if (alert) alerts.act(alert.id);
    return alert !== undefined;
  };
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    const key = keyOf(event);
    if (key === undefined) return;
    const name = navigation.location$.value.pathname === '/' ? directory.shortcuts.get(key) : undefined;
    const done = name === undefined ? key === undo && undone(event) : dialogOf(name);
    if (done) event.preventDefault();
  };
  target.addEventListener('keydown', listen);
  return () => target.removeEventListener('keydown', listen);
};
