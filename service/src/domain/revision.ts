import { createHash } from 'node:crypto';
import { DomainError } from './domain-error.ts';

/** The revisions that a change may be based on; undefined if the client sent none. */
export type BasedOn = readonly string[] | undefined;

/** Identifies a state of shared data: equal states have equal revisions. */
export const revisionOf = (...state: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 16);

/**
 * Fails with `stale` if a change is based on an outdated state. Call it while the state is locked until the change is
 * written.
 */
export const requireBase = (basedOn: BasedOn, now: string): void => {
  if (!basedOn || basedOn.includes(now)) return;
  throw new DomainError('stale', { revision: now });
};
