import type { KeyValue } from '@atrium/shared-kernel/remote';
import { PhaseError } from './failure.ts';
import { type Entering, hangKeys, partOf, titleOf } from './marks.ts';

interface HangRecord {
  /** Modules that were entering when the page hung or ended once. One of them may have hung it. */
  readonly suspected: readonly string[];
  /** Releases of those that were entering, each alone among the suspects, when that happened again. */
  readonly hung: readonly string[];
}

const releaseOf = (part: string): string => part.split('/')[0] ?? part;
const words = (text = ''): string[] => text.split(' ').filter(Boolean);

/** Text of the storage: the suspects, a line feed, those that hung the page. */
const read = (storage: KeyValue): HangRecord => {
  const [suspected, hung] = (storage.get(hangKeys.record) ?? '').split('\n');
  return { suspected: words(suspected), hung: words(hung) };
};

const write = (storage: KeyValue, { suspected, hung }: HangRecord) => {
  if (suspected.length + hung.length === 0) storage.remove(hangKeys.record);
  else storage.set(hangKeys.record, `${suspected.join(' ')}\n${hung.join(' ')}`);
};

/**
 * Finds the module that hung the page by the marks that the last load left. One mark proves nothing, since a crash or a
 * closed tab leaves one too, and several modules mount at once. So suspects mount one after another from then on. A
 * module that is marked twice without having run in between hung the page. Its release does not run in this tab again
 * until somebody presses Retry.
 */
export const createSuspects = (storage: KeyValue, left: string, marking: Entering): Entering => {
  const before = read(storage);
  const marked = [...new Set(words(left))];
  // A suspect that mounted alone is guilty. If others mounted at the same time, any of them may be, so all become
  // suspects.
  const guilty = marked.length === 1 ? marked.filter((part) => before.suspected.includes(part)) : [];
  const hung = new Set([...before.hung, ...guilty.map(releaseOf)]);
  const suspected = new Set([...before.suspected, ...marked].filter((part) => !hung.has(releaseOf(part))));
  const store = () => write(storage, { suspected: [...suspected], hung: [...hung] });
  store();

  let turn = Promise.resolve();
  return {
    async enter(release, expose) {
      const part = partOf(release, expose);
      if (hung.has(titleOf(release))) throw new PhaseError('mount', 'it hung the page twice in a row', true, true);
      if (!suspected.has(part)) return marking.enter(release, expose);
      const { promise, resolve } = Promise.withResolvers<void>();
      const before = turn;
      turn = promise;
      await before;
      const leave = await marking.enter(release, expose);
      return () => {
        leave();
        suspected.delete(part);
        store();
        resolve();
      };
    },
    forgive(release) {
      hung.delete(titleOf(release));
      store();
    },
  };
};
