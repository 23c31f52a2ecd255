import { and, eq } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import type { ModelCatalog } from '../../ports/model-catalog.ts';
import { modelsFor } from './choice.ts';

const { teamMembers, teams } = schema;

interface Member {
  readonly id: string;
  readonly activeTeamId?: string | null | undefined;
}

/** The model that the member's active team uses for new chats. The database is only queried if there is a choice. */
export const teamModel = async (
  db: Tx,
  catalog: ModelCatalog,
  { id, activeTeamId }: Member,
): Promise<string | undefined> => {
  if (!activeTeamId || modelsFor(catalog, 'chat').length < 2) return undefined;
  const [team] = await db
    .select({ model: teams.model })
    .from(teams)
    .innerJoin(teamMembers, and(eq(teamMembers.teamId, teams.id), eq(teamMembers.userId, id)))
    .where(eq(teams.id, activeTeamId));
  return team?.model ?? undefined;
};
