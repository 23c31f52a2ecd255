import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { isActive } from '@atrium/shared-kernel/session';
import { useHost } from './remote.ts';

/** Who uses the bars: `unknown` until the user has been fetched, `free` without an active subscription. */
export type Access =
  | { readonly kind: 'unknown' | 'visitor'; readonly user?: undefined }
  | { readonly kind: 'free' | 'premium'; readonly user: User };

export const useAccess = (): Access => {
  const { session } = useHost();
  const user = useBehavior(session.user$);
  const authVersion = useBehavior(session.authVersion$);
  if (user) return { kind: isActive(user.subscriptionEndDate) ? 'premium' : 'free', user };
  return { kind: authVersion > 0 ? 'visitor' : 'unknown' };
};
