import { isId } from '@atrium/shared-kernel/contracts/id';
import type { KeyValue } from '@atrium/shared-kernel/remote';

const intents = ['team', 'user', 'subscribe'] as const;
export type Intent = (typeof intents)[number];

/**
 * The intent in the query of a sign-up link: `?team` or `?user`. Undefined leaves the stored intent as it is (A2.04).
 */
export const intentOf = (search: string): Intent | undefined => {
  const query = new URLSearchParams(search);
  if (query.has('team')) return 'team';
  return query.has('user') ? 'user' : undefined;
};

export const storeIntent = (cookies: KeyValue, intent: Intent): void => {
  // A normal sign-up also ends the request to join a team.
  if (intent === 'user') cookies.remove('joinTeamId');
  cookies.set('intent', intent);
};

/** Ends a team sign-up that was left. Others stay: what they ask for is not tied to a page. */
export const endTeamIntent = (cookies: KeyValue): void => {
  if (cookies.get('intent') === 'team') cookies.remove('intent');
};

/** The path that the intent cookies lead to after a login (A4.11 to A4.15). Removes the cookies. */
export const consumeDestination = (cookies: KeyValue): string => {
  const teamId = cookies.get('joinTeamId');
  const intent = cookies.get('intent');
  cookies.remove('joinTeamId');
  cookies.remove('intent');
  if (isId(teamId)) return `/join?id=${teamId}`;
  if (intent === 'team') return '/team';
  return intent === 'subscribe' ? '/subscribe' : '/';
};
