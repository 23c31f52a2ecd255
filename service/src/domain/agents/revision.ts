import { eq } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { type BasedOn, requireBase, revisionOf } from '../revision.ts';

const { agents, agentRoles } = schema;
type AgentRow = typeof agents.$inferSelect;

/** Of all that can be edited of an agent; `roleIds` are all that it was ever given to, also those that ended. */
export const agentRevision = (
  { title, instruction, files, memoryDisabled, welcomeMessage, model }: AgentRow,
  roleIds: readonly string[],
): string =>
  revisionOf(title, instruction, files, memoryDisabled, welcomeMessage, roleIds.toSorted(), ...(model ? [model] : []));

/** Holds an agent until its change is written; throws 412 where that is based on another state than the present one. */
export const holdAgent = async (tx: Tx, agentId: string, basedOn: BasedOn): Promise<void> => {
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
