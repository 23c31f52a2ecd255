import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the flag above adds exactly this function
const collect = runInNewContext('gc') as () => void;

/** How many of these objects are still in memory after a garbage collection. */
export const countKept = async (refs: readonly WeakRef<object>[]): Promise<number> => {
  // An object that was looked at stays until the current task has ended.
  await pause(0);
  collect();
  return refs.filter((ref) => ref.deref() !== undefined).length;
};
