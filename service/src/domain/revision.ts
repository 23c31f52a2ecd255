import { createHash } from 'node:crypto';
import { DomainError } from './domain-error.ts';

/** Revisions that a change may be based on; undefined for a change that does not say. */
export type BasedOn = readonly string[] | undefined;

/** Names a state of something shared: the same state has the same name, whoever made it so. */
export const revisionOf = (...state: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 16);

/**
 * Throws 412 where a change is based on another state than the one that is true now. To be called with a state that is
 * locked until the change is written.
 */
export const requireBase = (basedOn: BasedOn, now: string): void => {
  if (!basedOn || basedOn.includes(now)) return;
  throw new DomainError('stale', { revision: now });
};
