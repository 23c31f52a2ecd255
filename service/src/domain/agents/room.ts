import { agentsMax } from '@atrium/shared-kernel/contracts/constants';
import { and, count, eq, isNull } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { DomainError } from '../domain-error.ts';
import { lockTeam } from '../teams/lock-team.ts';

const { agents, users } = schema;

/** The owner of an agent: a team, or a user. */
export interface AgentOwner {
  readonly userId: string;
  readonly teamId?: string | undefined;
}

export const ownedBy = ({ userId, teamId }: AgentOwner) =>
  teamId === undefined
    ? and(isNull(agents.teamId), eq(agents.userId, userId))
    : eq(agents.teamId, teamId.toLowerCase());

/** Locks the owner, so that one request at a time counts the owner's agents and adds to them. */
export const lockOwner = async (tx: Tx, { userId, teamId }: AgentOwner): Promise<void> => {
  if (teamId !== undefined) await lockTeam(tx, teamId.toLowerCase());
  else await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
};

/** Whether the owner may have another agent. */
export const hasRoom = async (db: Tx, owner: AgentOwner): Promise<boolean> => {
  const [row] = await db
    .select({ all: count() })
    .from(agents)
    .where(and(eq(agents.deleted, false), ownedBy(owner)));
  return (row?.all ?? 0) < agentsMax;
};

/** Throws if the owner may not have another agent. */
export const requireRoom = async (tx: Tx, owner: AgentOwner): Promise<void> => {
  if (await hasRoom(tx, owner)) return;
  throw new DomainError(owner.teamId === undefined ? 'too-many-agents' : 'too-many-team-agents', { limit: agentsMax });
};

/** Adds an imported agent, unless its user has no room for it. Returns whether it was added. */
export const addIfRoom = async (tx: Tx, agent: typeof agents.$inferInsert): Promise<boolean> => {
  const owner = { userId: agent.userId };
  await lockOwner(tx, owner);
  if (!(await hasRoom(tx, owner))) return false;
  await tx.insert(agents).values(agent);
  return true;
};
