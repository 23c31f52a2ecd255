import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { isActive } from '@atrium/shared-kernel/session';
import { useHost } from '../remote.ts';

/** Who uses the screen: `unknown` until the user has been fetched (A4.05), `free` without an active subscription. */
export type Access = 'unknown' | 'visitor' | 'free' | 'premium';

export const accessOf = (user: User | undefined, authVersion: number): Access => {
  if (user) return isActive(user.subscriptionEndDate) ? 'premium' : 'free';
  return authVersion > 0 ? 'visitor' : 'unknown';
};

export const useAccess = (): Access => {
  const { session } = useHost();
  return accessOf(useBehavior(session.user$), useBehavior(session.authVersion$));
};
