import type { Release } from '@atrium/shared-kernel/contracts/release-set';
import type { KeyValue } from '@atrium/shared-kernel/remote';
import { budgets, withinBudget } from './budget.ts';
import { type Entering, hangKeys, type Leave, partOf } from './marks.ts';

const settling =
  (leave: Leave): Leave =>
  (ran) =>
    void (ran ? setTimeout(leave, budgets.settled) : leave());

/**
 * Marks in the tab's storage which modules are entering. A page that hangs can report nothing and clear nothing, so a
 * mark that the next load finds names the suspects. A page that is left or hidden has no mark, because nobody waits for
 * it and a browser may end it at any time.
 */
export const createEntering = (storage: KeyValue, page: Window): Entering => {
  const parts: string[] = [];
  const write = ({ type }: { readonly type?: string } = {}) => {
    if (parts[0] && type !== 'pagehide' && page.document.visibilityState === 'visible')
      storage.set(hangKeys.mark, parts.join(' '));
    else storage.remove(hangKeys.mark);
  };
  const leftMark = storage.get(hangKeys.mark);
  // The mark is cleared here, so that no remote is blamed if this page ends before any remote enters.
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
  if (!leftMark && !storage.get(hangKeys.record)) return { enter: (...part) => settling(marking.enter(...part)) };

  let suspecting: Entering = marking;
  const suspects = withinBudget('entry', async () => {
    const { createSuspects } = await import('./suspects.ts');
    suspecting = createSuspects(storage, leftMark ?? '', marking);
    // If this code cannot be loaded, remotes still have to start.
  }).catch(() => undefined);
  return {
    async enter(...part) {
      await suspects;
      return settling(await suspecting.enter(...part));
    },
    forgive: (release) => suspecting.forgive?.(release),
  };
};
