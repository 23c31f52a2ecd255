import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { isActive } from '@atrium/shared-kernel/session';
import { isId } from './is-id.ts';

export type Redirect =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'team' | 'agent'; readonly id: string };

/**
 * What the main screen does about its query before it is shown (A2.17, B2.03 to B2.08). `user` is undefined for a
 * visitor; the caller waits until the session has answered once.
 */
export const redirectFor = (search: string, user: User | undefined): Redirect | undefined => {
  const query = new URLSearchParams(search);
  const joinTeamId = query.get('joinTeamId');
  if (joinTeamId && !isActive(user?.subscriptionEndDate))
    return { kind: 'go', to: `/join?${new URLSearchParams({ id: joinTeamId })}` };
  if (!user) return undefined;
  if (!user.heardFrom) return { kind: 'go', to: '/onboarding' };
  const team = query.get('team');
  if (isId(team)) return { kind: 'team', id: team };
  const agent = query.get('agent');
  if (isId(agent)) return { kind: 'agent', id: agent };
  return undefined;
};
