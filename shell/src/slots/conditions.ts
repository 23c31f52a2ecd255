import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import type { FillerDetails } from '@atrium/shared-kernel/contracts/fillers';
import { pathsOverlap } from '@atrium/shared-kernel/contracts/owners';
import { isActive } from '@atrium/shared-kernel/session';

/** The current values that conditions of fillers depend on. */
export interface Circumstances {
  readonly user: User | undefined;
  readonly pathname: string;
  /** Whether a flag is on for this page. */
  readonly isOn: (flag: string) => boolean;
}

const rolesOf = (user: User | undefined): readonly string[] =>
  user
    ? ['user', user.activeTeam ? 'teamMember' : 'teamless', ...(user.booktAdmin ? ['productAdmin'] : [])]
    : ['visitor'];

const plansOf = (user: User | undefined): readonly string[] =>
  isActive(user?.subscriptionEndDate) ? ['premium'] : ['free', ...(user?.subscriptionEndDate ? ['lapsed'] : [])];

/** Whether a filler is shown. This protects nothing: the service decides what people may do. */
export const holds = ({ when = {} }: FillerDetails, { user, pathname, isOn }: Circumstances): boolean => {
  const { routes, plans, roles, flags = [] } = when;
  const [mine, paid] = [rolesOf(user), plansOf(user)];
  return (
    (!routes || routes.some((route) => pathsOverlap(route, pathname))) &&
    (!plans || plans.some((plan) => paid.includes(plan))) &&
    (!roles || roles.some((role) => mine.includes(role))) &&
    flags.every(isOn)
  );
};
