import type { KeyValue } from '@atrium/shared-kernel/remote';

const key = 'teams';

/** Keeps whether there is a team to switch to, so that the next load keeps the place of the switcher. */
export const rememberTeams = (local: KeyValue, count: number): void =>
  count > 1 ? local.set(key, 'several') : local.remove(key);

export const hadTeams = (local: KeyValue): boolean => local.get(key) === 'several';
