import * as calls from './calls.ts';
import type { CallDef } from './define.ts';

/**
 * Every call of the service, in the order of the paths. For the service, the documents and the tests, not for browsers.
 */
export const callTable: readonly CallDef[] = Object.values(calls)
  .flatMap((owner): CallDef[] => Object.values(owner))
  .toSorted((a, b) => a.path.localeCompare(b.path));
