import type { InferInput } from '@atrium/shared-kernel/contracts/define';
import type { team as teamEntity } from '@atrium/shared-kernel/contracts/entities/team';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { seatChanges } from '../../db/schema/billing.ts';
import { agentRoles, agents, roleMembers, roles, teamMembers, teams } from '../../db/schema/teams.ts';

import type { Parts } from '../parts.ts';
import { agentRevision } from '../agents/revision.ts';
import { payerOf, shownPlan, viewPlan } from '../billing/plan-view.ts';
import { findPlans } from '../billing/subscriptions.ts';
import { ownerOf } from './close.ts';
import {
  adminsRevision,
  linkRevision,
  modelRevision,
  memberRevision,
  nameRevision,
  roleRevision,
  seatsRevision,
} from './revisions.ts';

type Team = InferInput<typeof teamEntity>;

const readMembers = async (db: Db, teamId: string) => {
  const rows = await db
    .select({
      _id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      avatarImageUrl: users.avatarImageUrl,
      paid: teamMembers.paid,
      admin: teamMembers.admin,
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(eq(teamMembers.teamId, teamId))
    .orderBy(asc(teamMembers.createdDate), asc(users.id));
  return rows.map((row) => ({ ...row, avatarImageUrl: row.avatarImageUrl ?? undefined }));
};

const readRoles = async (db: Db, teamId: string): Promise<Team['roles']> => {
  const rows = await db
    .select({ id: roles.id, name: roles.name, userId: roleMembers.userId })
    .from(roles)
    .leftJoin(roleMembers, eq(roleMembers.roleId, roles.id))
    .where(and(eq(roles.teamId, teamId), eq(roles.deleted, false)))
    .orderBy(asc(roles.id));
  const found = new Map<string, Team['roles'][number]>();
  for (const { id, name, userId } of rows) {
    const role = found.get(id) ?? { _id: id, name, deleted: false, members: [], team: teamId };
    found.set(id, role);
    if (userId !== null) role.members.push(userId);
  }
  return [...found.values()].map((role) => ({ ...role, revision: roleRevision(role.name, role.members) }));
};

const readAgents = async (db: Db, teamId: string): Promise<Team['flows']> => {
  const rows = await db
    .select()
    .from(agents)
    .where(and(eq(agents.teamId, teamId), eq(agents.deleted, false)))
    .orderBy(asc(agents.id));
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const assignments = await db.select().from(agentRoles).where(inArray(agentRoles.agentId, ids));
  const byAgent = Map.groupBy(assignments, ({ agentId }) => agentId);
  const rolesOf = (agentId: string) => (byAgent.get(agentId) ?? []).map(({ roleId }) => roleId);
  return rows.map((row) => ({
    _id: row.id,
    title: row.title,
    instruction: row.instruction,
    files: row.files,
    teamRoles: rolesOf(row.id),
    memoryDisabled: row.memoryDisabled,
    lastUpdate: row.lastUpdate.toISOString(),
    replacedBy: row.replacedBy ?? undefined,
    welcomeMessage: row.welcomeMessage ?? undefined,
    revision: agentRevision(row, rolesOf(row.id)),
    team: teamId,
  }));
};

/** The change of seats that has to be confirmed. */
const readSeatChange = async (db: Db, teamId: string): Promise<Team['seatChange']> => {
  const [change] = await db.select().from(seatChanges).where(eq(seatChanges.teamId, teamId));
  if (!change?.redirectUrl || !change.expires) return undefined;
  return { quantity: change.quantity, redirectUrl: change.redirectUrl, expires: change.expires.toISOString() };
};

/** The agents of a team that a member sees: those without roles, or with one of theirs (B6.04). */
const usable = (agents: Team['flows'], roles: Team['roles'], viewerId: string) => {
  const own = new Set(roles.filter(({ members }) => members.includes(viewerId)).map(({ _id }) => _id));
  return agents.filter(({ teamRoles }) => teamRoles.length === 0 || teamRoles.some((role) => own.has(role)));
};

/**
 * What a member who is not an admin sees of a team: its name, the agents that they may use (B6.10), and that they pay
 * for it.
 */
const forMember = (own: Pick<Team, '_id' | 'name' | 'payer'>, flows: Team['flows']): Team => ({
  ...own,
  flows,
  members: [],
  nonPayingMembers: [],
  roles: [],
  admins: [],
  stripeSubscriptionSeats: 0,
});

/** The team as one of its members sees it; undefined if it does not exist. An admin sees all of it. */
export const readTeam = async (
  { database: { db }, payments: { provider }, now }: Pick<Parts, 'database' | 'payments' | 'now'>,
  teamId: string,
  viewerId: string,
): Promise<Team | undefined> => {
  const [team] = await db.select().from(teams).where(eq(teams.id, teamId));
  if (!team) return undefined;
  const [memberRows, teamRoles, flows, plans] = await Promise.all([
    readMembers(db, teamId),
    readRoles(db, teamId),
    readAgents(db, teamId),
    findPlans(db, { teamId }),
  ]);
  const roleIdsOf = new Map<string, string[]>();
  for (const { _id, members } of teamRoles)
    for (const id of members) roleIdsOf.set(id, [...(roleIdsOf.get(id) ?? []), _id]);
  const members = memberRows.map((one) => ({ ...one, revision: memberRevision(one, roleIdsOf.get(one._id) ?? []) }));
  const admins = members.filter(({ admin }) => admin).map(({ _id }) => _id);
  const own = { _id: team.id, name: team.name };
  const plan = shownPlan(plans, provider);
  const payer = payerOf(plan, provider);
  if (!admins.includes(viewerId)) {
    const shown = payer === viewerId ? { ...own, payer } : own;
    return forMember(shown, usable(flows, teamRoles, viewerId));
  }
  return {
    ...own,
    flows,
    members: members.filter(({ paid }) => paid),
    nonPayingMembers: members.filter(({ paid }) => !paid),
    roles: teamRoles,
    admins,
    owner: ownerOf(plan?.userId, admins),
    payer,
    stripeSubscriptionSeats: team.seats,
    model: team.model ?? undefined,
    joinKey: team.joinKey ?? undefined,
    joinExpires: team.joinKeyExpires?.toISOString(),
    plan: plan && viewPlan(plan, provider, now()),
    seatChange: await readSeatChange(db, teamId),
    revisions: {
      name: nameRevision(team),
      seats: seatsRevision(
        team,
        plans.find((one) => one.provider === provider),
      ),
      admins: adminsRevision(admins),
      link: linkRevision(team),
      model: modelRevision(team),
    },
  };
};
