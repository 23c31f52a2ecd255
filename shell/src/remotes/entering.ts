import type { Release } from '@atrium/shared-kernel/contracts/release-set';
import type { KeyValue } from '@atrium/shared-kernel/remote';
import { budgets, withinBudget } from './budget.ts';

/** Ends the entering of a release: at once where it failed, a moment later where it `ran`. */
export type Leave = (ran?: boolean) => void;

/** What is being brought to the screen now, as the next load of this tab reads it. */
export interface Entering {
  /** Called before a module of a release runs. Rejects for a release that hung the page. */
  enter(release: Release, expose: string): Leave | Promise<Leave>;
  /** A person asks for another try of a release that hung the page. */
  forgive?(release: Release): void;
}

/** Of the session's storage: `mark` names who is entering, `record` holds who hung the page before. */
export const hangKeys = { mark: 'entering', record: 'hung' } as const;

export const titleOf = ({ name, version }: Pick<Release, 'name' | 'version'>): string => `${name}@${version}`;

/**
 * What is marked: a module, as `mf-chat@1.0.0/screen`. Another one of the same release that runs at each load says
 * nothing of one that hangs the page once somebody opens it.
 */
export const partOf = (release: Release, expose: string): string => titleOf(release) + expose.replace(/^\.\/?/, '/');

const settling =
  (leave: Leave): Leave =>
  (ran) =>
    void (ran ? setTimeout(leave, budgets.settled) : leave());

/**
 * Marks in the tab's storage which modules are entering. A page that hangs can report nothing and clear nothing, so
 * that a mark which the next load finds names the suspects. A page that is left or hidden has no mark: nobody waits for
 * it, and a browser may end it at any time.
 */
export const createEntering = (storage: KeyValue, page: Window): Entering => {
  const parts: string[] = [];
  const write = ({ type }: { readonly type?: string } = {}) => {
    if (parts[0] && type !== 'pagehide' && page.document.visibilityState === 'visible')
      storage.set(hangKeys.mark, parts.join(' '));
    else storage.remove(hangKeys.mark);
  };
  const left = storage.get(hangKeys.mark);
  // Read once: where the page ends before a remote enters, no remote is to blame.
  write();
  for (const type of ['pagehide', 'visibilitychange']) page.addEventListener(type, write);
  const marking = {
    enter(release: Release, expose: string): Leave {
      const part = partOf(release, expose);
      parts.push(part);
      write();
      return () => {
        parts.splice(parts.indexOf(part), 1);
        write();
      };
    },
  };
  if (!left && !storage.get(hangKeys.record)) return { enter: (...part) => settling(marking.enter(...part)) };

  let suspecting: Entering = marking;
  const suspects = withinBudget('entry', async () => {
    const { createSuspects } = await import('./suspects.ts');
    suspecting = createSuspects(storage, left ?? '', marking);
    // What cannot be loaded must not keep the remotes from the screen.
  }).catch(() => undefined);
  return {
    async enter(...part) {
      await suspects;
      return settling(await suspecting.enter(...part));
    },
    forgive: (release) => suspecting.forgive?.(release),
  };
};
