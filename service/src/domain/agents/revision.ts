import { eq } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { type BasedOn, requireBase, revisionOf } from '../revision.ts';

const { agents, agentRoles } = schema;
type AgentRow = typeof agents.$inferSelect;

/**
 * The revision of everything that can be edited. `roleIds` are all roles ever assigned to the agent, including deleted
 * ones.
 */
export const agentRevision = (
  { title, instruction, files, memoryDisabled, welcomeMessage, model }: AgentRow,
  roleIds: readonly string[],
): string =>
  revisionOf(title, instruction, files, memoryDisabled, welcomeMessage, roleIds.toSorted(), ...(model ? [model] : []));

/** Locks an agent until the transaction ends. Fails with `stale` if the change is based on an outdated state. */
export const lockAgent = async (tx: Tx, agentId: string, basedOn: BasedOn): Promise<void> => {
  const [row] = await tx.select().from(agents).where(eq(agents.id, agentId)).for('update');
  if (!row || !basedOn) return;
  const roles = await tx.select().from(agentRoles).where(eq(agentRoles.agentId, agentId));
  requireBase(
    basedOn,
    agentRevision(
      row,
      roles.map(({ roleId }) => roleId),
    ),
  );
};
