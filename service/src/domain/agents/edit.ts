import { and, eq, inArray } from 'drizzle-orm';
import { keyOf } from '../../ports/objects.ts';
import { schema, type Tx } from '../../db/database.ts';
import type { StoredFile } from '../../db/schema/columns.ts';
import type { BasedOn } from '../revision.ts';
import { isClosed, type AgentRow } from './agents.ts';
import { lockAgent } from './revision.ts';
import { lockOwner, ownedBy, requireRoom } from './room.ts';
import { DomainError } from '../domain-error.ts';

const { agents, agentRoles, chats, roles, teamMembers } = schema;

/** Throws unless the user is an admin of the team. */
const requireTeamAdmin = async (db: Tx, userId: string, teamId: string): Promise<void> => {
  const [membership] = await db
    .select({ admin: teamMembers.admin })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)));
  if (!membership) throw new DomainError('unknown-team');
  if (!membership.admin) throw new DomainError('not-team-admin');
};

/** An agent that the user may edit: one of their own, or one of a team they are an admin of. Throws otherwise. */
export const editableAgent = async (db: Tx, userId: string, agentId: string): Promise<AgentRow> => {
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.id, agentId.toLowerCase()), eq(agents.deleted, false)));
  if (!row || (row.teamId === null && row.userId !== userId)) throw new DomainError('unknown-agent');
  if (row.teamId !== null) await requireTeamAdmin(db, userId, row.teamId);
  return row;
};

/**
 * The keys of files that an agent may have although the user who saves it cannot read them otherwise: those that `agent`
 * has, or, for one that is created again, those of the deleted agents of the same team, or of the user without a team.
 */
export const retainedKeys = async (
  db: Tx,
  userId: string,
  agent: AgentRow | undefined,
  teamId: string | undefined,
): Promise<ReadonlySet<string>> => {
  if (!agent && teamId !== undefined) await requireTeamAdmin(db, userId, teamId.toLowerCase());
  const having = agent
    ? [agent]
    : await db
        .select({ files: agents.files })
        .from(agents)
        .where(and(eq(agents.deleted, true), ownedBy({ userId, teamId })));
  return new Set(having.flatMap(({ files }) => files.flatMap(({ url }) => keyOf(url) ?? [])));
};

export interface AgentChange {
  /** The id of a new agent. A repeated creation finds the agent by it. */
  readonly newAgentId?: string | undefined;
  readonly title: string;
  readonly instruction: string;
  readonly teamId?: string | undefined;
  readonly teamRoleIds?: readonly string[] | undefined;
  /** Whether empty `teamRoleIds` open an agent whose roles were all deleted. */
  readonly everyone?: true | undefined;
  readonly memoryDisabled?: boolean | undefined;
  /** Empty removes it; undefined leaves it unchanged. */
  readonly welcomeMessage?: string | undefined;
  /** All of its files, already validated; undefined leaves them unchanged. */
  readonly files?: readonly StoredFile[] | undefined;
  /** Null removes it; undefined leaves it unchanged. */
  readonly model?: string | null | undefined;
  readonly basedOn: BasedOn;
}

const rolesOf = (db: Tx, { id }: AgentRow) =>
  db
    .select({ deleted: roles.deleted })
    .from(agentRoles)
    .innerJoin(roles, eq(roles.id, agentRoles.roleId))
    .where(eq(agentRoles.agentId, id));

/** Sets who may use the agent. No roles mean every member, except that a closed agent is opened only if asked for. */
const setRoles = async (
  db: Tx,
  agent: AgentRow,
  { teamRoleIds = [], everyone }: Pick<AgentChange, 'teamRoleIds' | 'everyone'>,
): Promise<void> => {
  const ids = [...new Set(teamRoleIds.map((id) => id.toLowerCase()))];
  if (ids.length === 0 && !everyone && isClosed(await rolesOf(db, agent))) return;
  if (ids.length > 0) {
    if (agent.teamId === null) throw new DomainError('agent-without-team');
    const known = await db
      .select({ id: roles.id })
      .from(roles)
      .where(and(inArray(roles.id, ids), eq(roles.teamId, agent.teamId), eq(roles.deleted, false)));
    if (known.length < ids.length) throw new DomainError('unknown-role');
  }
  await db.delete(agentRoles).where(eq(agentRoles.agentId, agent.id));
  if (ids.length > 0) await db.insert(agentRoles).values(ids.map((roleId) => ({ agentId: agent.id, roleId })));
};

/**
 * Locks the owner of a new agent. Throws if the user may not create it, or there is no room for it. Returns the agent
 * if an earlier request, whose answer was lost, has already created it.
 */
const beginCreation = async (
  tx: Tx,
  userId: string,
  { newAgentId, teamId }: Pick<AgentChange, 'newAgentId' | 'teamId'>,
): Promise<AgentRow | undefined> => {
  const owner = { userId, teamId };
  await lockOwner(tx, owner);
  if (teamId !== undefined) await requireTeamAdmin(tx, userId, teamId.toLowerCase());
  const earlier = and(eq(agents.id, newAgentId?.toLowerCase() ?? ''), eq(agents.userId, userId), ownedBy(owner));
  const [row] = await tx
    .select()
    .from(agents)
    .where(and(earlier, eq(agents.deleted, false)));
  if (!row) await requireRoom(tx, owner);
  return row;
};

const insertAgent = async (tx: Tx, values: typeof agents.$inferInsert, newAgentId: string | undefined) => {
  const inserted = newAgentId
    ? await tx
        .insert(agents)
        .values({ ...values, id: newAgentId.toLowerCase() })
        .onConflictDoNothing()
        .returning()
    : [];
  // The id may be that of a deleted agent, or of somebody else's.
  return inserted.length > 0 ? inserted : tx.insert(agents).values(values).returning();
};

/** Creates or changes an agent. An existing agent keeps its owner or team. */
export const saveAgent = async (
  db: Tx,
  userId: string,
  agentId: string | undefined,
  change: AgentChange,
): Promise<AgentRow> => {
  const { title, instruction, teamId, memoryDisabled, welcomeMessage, files, model } = change;
  const values = {
    title,
    instruction,
    ...(memoryDisabled === undefined ? {} : { memoryDisabled }),
    ...(welcomeMessage === undefined ? {} : { welcomeMessage: welcomeMessage.trim() || null }),
    ...(model === undefined ? {} : { model }),
    ...(files === undefined ? {} : { files: [...files] }),
  };
  const known = agentId ? await editableAgent(db, userId, agentId) : await beginCreation(db, userId, change);
  if (known) await lockAgent(db, known.id, agentId ? change.basedOn : undefined);
  const [agent] = known
    ? await db
        .update(agents)
        .set({ ...values, lastUpdate: new Date() })
        .where(eq(agents.id, known.id))
        .returning()
    : await insertAgent(db, { ...values, userId, teamId: teamId?.toLowerCase() ?? null }, change.newAgentId);
  if (change.teamRoleIds) await setRoles(db, agent!, change);
  return agent!;
};

/**
 * Deletes an agent that the user may edit. With `replacedBy`, another agent of the same owner or team, its chats
 * continue with that agent and its shared link leads there.
 */
export const endAgent = async (
  db: Tx,
  userId: string,
  { agentId, replacedBy, basedOn }: { agentId: string; replacedBy?: string | undefined; basedOn: BasedOn },
): Promise<void> => {
  const agent = await editableAgent(db, userId, agentId);
  await lockAgent(db, agent.id, basedOn);
  const next = replacedBy === undefined ? undefined : await editableAgent(db, userId, replacedBy);
  if (next && (next.id === agent.id || next.teamId !== agent.teamId))
    throw new DomainError('replacement-of-other-owner');
  await db
    .update(agents)
    .set({ deleted: true, replacedBy: next?.id ?? null, lastUpdate: new Date() })
    .where(eq(agents.id, agent.id));
  if (!next) return;
  await db.update(chats).set({ agentId: next.id }).where(eq(chats.agentId, agent.id));
  if (agent.shared) await db.update(agents).set({ shared: true }).where(eq(agents.id, next.id));
};
