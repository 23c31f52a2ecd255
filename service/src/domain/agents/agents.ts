import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { agentRevision } from './revision.ts';
import { DomainError } from '../domain-error.ts';

const { agents, agentRoles, agentClicks, roles: teamRoles, teamMembers } = schema;
export type AgentRow = typeof agents.$inferSelect;

export interface AgentReader {
  readonly id: string;
  readonly activeTeamId?: string | null | undefined;
}

/** Whether a team's agent is for every member, or for one of the member's roles (B6.04). */
const openTo = (memberId: string): SQL => sql`(
  not exists (select from ${agentRoles} r where r.agent_id = ${agents.id})
  or exists (
    select from ${agentRoles} r
    join roles on roles.id = r.role_id and not roles.deleted
    join role_members m on m.role_id = r.role_id and m.user_id = ${memberId}
    where r.agent_id = ${agents.id}))`;

/** Whether an agent is of a team in which the user may use or edit it, whichever team is active. */
export const reachableInTeam = (userId: string): SQL => sql`exists (
  select from team_members m
  where m.team_id = ${agents.teamId} and m.user_id = ${userId} and (m.admin or ${openTo(userId)}))`;

/** The reader's own agents, and those of the active team that have no roles or one of the reader's (B6.04). */
const visibleTo = ({ id, activeTeamId }: AgentReader): SQL | undefined =>
  and(
    eq(agents.deleted, false),
    or(
      and(isNull(agents.teamId), eq(agents.userId, id)),
      activeTeamId
        ? and(
            eq(agents.teamId, activeTeamId),
            sql`exists (select from team_members m where m.team_id = ${activeTeamId} and m.user_id = ${id})`,
            openTo(id),
          )
        : undefined,
    ),
  );

/** Whether an agent with these roles is for nobody, because all of them were deleted. */
export const isClosed = (assigned: readonly { readonly deleted: boolean }[]): boolean =>
  assigned.length > 0 && assigned.every(({ deleted }) => deleted);

const onWire = async (db: Tx, readerId: string, rows: readonly AgentRow[]): Promise<Agent[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const assignments = await db
    .select({ agentId: agentRoles.agentId, roleId: agentRoles.roleId, deleted: teamRoles.deleted })
    .from(agentRoles)
    .innerJoin(teamRoles, eq(teamRoles.id, agentRoles.roleId))
    .where(inArray(agentRoles.agentId, ids));
  const byAgent = Map.groupBy(assignments, ({ agentId }) => agentId);
  const rolesOf = (id: string) => byAgent.get(id) ?? [];
  const clicks = await db
    .select()
    .from(agentClicks)
    .where(and(inArray(agentClicks.agentId, ids), eq(agentClicks.userId, readerId)));
  const clicked = new Set(clicks.map(({ agentId }) => agentId));
  return rows.map((row) => ({
    _id: row.id,
    title: row.title,
    instruction: row.instruction,
    files: row.files,
    teamRoles: rolesOf(row.id).flatMap(({ roleId, deleted }) => (deleted ? [] : [roleId])),
    revision: agentRevision(
      row,
      rolesOf(row.id).map(({ roleId }) => roleId),
    ),
    memoryDisabled: row.memoryDisabled,
    lastUpdate: row.lastUpdate.toISOString(),
    clicked: clicked.has(row.id),
    shared: row.shared,
    ...(row.replacedBy === null ? {} : { replacedBy: row.replacedBy }),
    ...(row.welcomeMessage === null ? {} : { welcomeMessage: row.welcomeMessage }),
    ...(row.teamId === null ? {} : { team: row.teamId, closed: isClosed(rolesOf(row.id)) }),
    ...(row.model === null ? {} : { model: row.model }),
  }));
};

/** The agents that the reader may use, newest first. */
export const agentsFor = async (db: Tx, reader: AgentReader): Promise<Agent[]> =>
  onWire(db, reader.id, await db.select().from(agents).where(visibleTo(reader)).orderBy(desc(agents.lastUpdate)));

/** The id of the agent at the end of the chain of replacements; undefined if the agent was not replaced. */
const replacementOf = async (db: Tx, agentId: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive line as (
      select id, deleted, replaced_by from ${agents} where id = ${agentId.toLowerCase()}
      union
      select a.id, a.deleted, a.replaced_by from ${agents} a join line on line.deleted and a.id = line.replaced_by
    )
    select id from line where not deleted and id <> ${agentId.toLowerCase()}`);
  return rows[0]?.id;
};

/** An agent that the reader may use, or the one that replaced it. */
export const findAgent = async (db: Tx, reader: AgentReader, agentId: string): Promise<AgentRow | undefined> => {
  const find = async (id: string): Promise<AgentRow | undefined> => {
    const [row] = await db
      .select()
      .from(agents)
      .where(and(eq(agents.id, id.toLowerCase()), visibleTo(reader)));
    return row;
  };
  const row = await find(agentId);
  const next = row ? undefined : await replacementOf(db, agentId);
  return next ? find(next) : row;
};

/** Like `findAgent`, but throws `unknown-agent` for any other agent. */
export const agentFor = async (db: Tx, reader: AgentReader, agentId: string): Promise<AgentRow> => {
  const row = await findAgent(db, reader, agentId);
  if (!row) throw new DomainError('unknown-agent');
  return row;
};

/** A team's agent for one of the team's admins, who may edit it whatever its roles and their own active team are. */
export const managedAgent = async (db: Tx, readerId: string, agentId: string): Promise<AgentRow | undefined> => {
  const [row] = await db
    .select({ agent: agents })
    .from(agents)
    .innerJoin(
      teamMembers,
      and(eq(teamMembers.teamId, agents.teamId), eq(teamMembers.userId, readerId), eq(teamMembers.admin, true)),
    )
    .where(and(eq(agents.id, agentId.toLowerCase()), eq(agents.deleted, false)));
  return row?.agent;
};

/**
 * A shared agent, or its replacement, in the form that everybody with its link sees. Throws `unknown-agent` for any
 * other.
 */
export const sharedAgent = async (db: Tx, agentId: string): Promise<Agent> => {
  const open = and(eq(agents.id, agentId.toLowerCase()), eq(agents.shared, true));
  const [linked] = await db.select().from(agents).where(open);
  const next = linked?.deleted ? await replacementOf(db, agentId) : linked?.id;
  const [row] = next
    ? await db
        .select()
        .from(agents)
        .where(and(eq(agents.id, next), eq(agents.shared, true), eq(agents.deleted, false)))
    : [];
  if (!row) throw new DomainError('unknown-agent');
  return {
    _id: row.id,
    title: row.title,
    instruction: row.instruction,
    files: row.files,
    teamRoles: [],
    memoryDisabled: row.memoryDisabled,
    lastUpdate: row.lastUpdate.toISOString(),
    ...(row.welcomeMessage === null ? {} : { welcomeMessage: row.welcomeMessage }),
  };
};

/** The agent in its wire form. */
export const agentOnWire = async (db: Tx, reader: AgentReader, row: AgentRow): Promise<Agent> =>
  (await onWire(db, reader.id, [row]))[0]!;

/** Records that the reader has opened the agent, so that it is no longer marked as new for them. */
export const markClicked = async (db: Tx, reader: AgentReader, agentId: string): Promise<void> => {
  await db.insert(agentClicks).values({ agentId, userId: reader.id }).onConflictDoNothing();
};
