import type { KeyValue } from '@atrium/shared-kernel/remote';

export const teamsKey = 'teams';

/** Stores whether there are several teams, so that the next load reserves the space of the switcher. */
export const rememberTeams = (local: KeyValue, count: number): void =>
  count > 1 ? local.set(teamsKey, 'several') : local.remove(teamsKey);

export const hadTeams = (local: KeyValue): boolean => local.get(teamsKey) === 'several';
