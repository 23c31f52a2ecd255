import type { KeyValue } from '@atrium/shared-kernel/remote';

export const teamsKey = 'teams';

/** Keeps whether there is a team to switch to, so that the next load keeps the place of the switcher. */
export const rememberTeams = (local: KeyValue, count: number): void =>
  count > 1 ? local.set(teamsKey, 'several') : local.remove(teamsKey);

export const hadTeams = (local: KeyValue): boolean => local.get(teamsKey) === 'several';
