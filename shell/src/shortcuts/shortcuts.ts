import type { OwnedAlerts } from '../alerts/alerts.model.ts';
import type { Modals } from '../modals/modals.model.ts';
import type { Directory } from '../remotes/directory.ts';
import type { Navigation } from '@atrium/shared-kernel/remote';

const typingFields = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])';

/** Whether the key types into something. A key without a modifier is then no shortcut. */
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(typingFields) !== null);

/** Whether Ctrl or Cmd is held, and nothing else with it but Shift. On a Mac, Ctrl edits text: Ctrl+B moves the caret. */
export const hasMod = (event: KeyboardEvent): boolean =>
  event.ctrlKey !== event.metaKey &&
  !event.altKey &&
  !(event.ctrlKey && isTyping(event) && /Mac|iP/.test(navigator.userAgent));

/** What the key types, in lower case. If that is not Latin, its position on the keyboard counts. */
export const typedBy = ({ key, code }: KeyboardEvent): string => {
  const latin = /^[\p{sc=Latin}!-~]$/u.test(key);
  return (latin ? key : code.replace('Key', '').replace('Period', '.')).toLowerCase();
};

/** A key as contracts name it: `Mod+k`, `?`. */
export const keyOf = (event: KeyboardEvent): string | undefined => {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (hasMod(event)) return shiftKey ? undefined : `Mod+${typedBy(event)}`;
  return altKey || ctrlKey || metaKey || isTyping(event) ? undefined : key;
};

interface Parts {
  readonly directory: Directory;
  readonly modals: Modals;
  readonly alerts: OwnedAlerts;
  readonly navigation: Navigation;
}

const undo = 'Mod+z';

/**
 * Listens to the keys that open dialogs on the main screen, as the release set declares them. While another dialog is
 * open they do nothing; the key of the topmost dialog closes it. Ctrl+Z or Cmd+Z, outside of fields, runs the newest
 * banner's Undo. Returns a function that stops listening.
 */
export const listenToShortcuts = (target: Document, parts: Parts): (() => void) => {
  const { directory, modals, alerts, navigation } = parts;
  const toggleDialog = (name: string): boolean => {
    const top = modals.stack$.value.at(-1);
    if (!top) {
      void modals.openByName(name);
      return true;
    }
    if (top.kind !== 'remote' || top.entry !== directory.dialog(name)) return false;
    modals.close(top.key);
    return true;
  };
  const runUndo = (event: KeyboardEvent): boolean => {
    // Pinned remotes tell only by its label what an action does.
    const alert = isTyping(event) ? undefined : alerts.alerts$.value.findLast(({ action }) => action?.label === 'Undo');
    if (alert) alerts.act(alert.id);
    return alert !== undefined;
  };
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    const key = keyOf(event);
    if (key === undefined) return;
    const name = navigation.location$.value.pathname === '/' ? directory.shortcuts.get(key) : undefined;
    const done = name === undefined ? key === undo && runUndo(event) : toggleDialog(name);
    if (done) event.preventDefault();
  };
  target.addEventListener('keydown', listen);
  return () => target.removeEventListener('keydown', listen);
};
