import type { Scope } from '@atrium/shared-kernel/remote';

/**
 * Lets the browser ask before the page is closed or reloaded, while that would lose something. Only while it would,
 * because some browsers keep no page with such a question for the way back.
 */
export const createUnloadQuestion = (scope: Pick<Scope, 'add'>) => {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  scope.add(() => globalThis.removeEventListener('beforeunload', ask));
  return (loses: boolean): void => {
    if (loses) globalThis.addEventListener('beforeunload', ask);
    else globalThis.removeEventListener('beforeunload', ask);
  };
};
