import type { Access, CallDef } from '@atrium/shared-kernel/contracts/define';
import { isPremium, type Viewer } from '../domain/accounts/viewer.ts';
import { membershipOf } from '../domain/teams/members.ts';
import type { Services } from '../calls/services.ts';
import { DomainError } from '../domain/domain-error.ts';

type Rule = (viewer: Viewer, now: number) => void;

const anybody: Rule = () => undefined;

const rules: Readonly<Record<Exclude<Access, 'visitor'>, Rule>> = {
  user: anybody,
  premium: (viewer, now) => {
    if (!isPremium(viewer, now)) throw new DomainError('premium-needed');
  },
  teamMember: anybody,
  teamAdmin: anybody,
  productAdmin: (viewer) => {
    if (!viewer.booktAdmin) throw new DomainError('forbidden');
  },
};

/** Enforces the access rules that depend on the caller alone: fails with 401 without a session, else with 403. */
export const requireAccess = (call: CallDef, viewer: Viewer | undefined, now: number): void => {
  if (call.access === 'visitor') return;
  if (!viewer) throw new DomainError('not-signed-in');
  rules[call.access](viewer, now);
};

/** Enforces the access rules of a team, for the team that the checked input names. */
export const requireTeamAccess = async (
  call: CallDef,
  { database }: Services,
  viewer: Viewer | undefined,
  input: unknown,
): Promise<void> => {
  if (call.access !== 'teamMember' && call.access !== 'teamAdmin') return;
  if (!viewer) throw new DomainError('not-signed-in');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- calls for members of a team have it: the schema has checked it
  const { teamId } = input as { teamId: string };
  const membership = await membershipOf(database.db, teamId, viewer.id);
  if (!membership) throw new DomainError('not-team-member');
  if (call.access === 'teamAdmin' && !membership.admin) throw new DomainError('not-team-admin');
};
