import type { Scope } from '@atrium/shared-kernel/remote';

/** Milliseconds after the last keystroke. Writing to storage takes longer than showing the text. */
export const saveDelay = 300;

/**
 * Calls `save` when the page may end, with true: it is left or loaded again, or it is hidden, and a browser may discard it
 * without another word. Calls it with false when the page is visible again.
 *
 * What is being sent is stored only in between. A tab that is duplicated while it is visible then copies nothing of it,
 * and so never sends what the first tab still sends.
 */
export const onPageEnd = (scope: Scope, save: (ending: boolean) => void): void => {
  const types = ['pagehide', 'visibilitychange'];
  const listen = ({ type }: Event) => save(type === 'pagehide' || document.visibilityState === 'hidden');
  for (const type of types) globalThis.addEventListener(type, listen);
  scope.add(() => {
    for (const type of types) globalThis.removeEventListener(type, listen);
  });
};
