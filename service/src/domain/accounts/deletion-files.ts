import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { keyOf } from '../../ports/objects.ts';
import { schema, type Tx } from '../../db/database.ts';

const { agents, messageFiles, messages, objects, tagContexts, tags } = schema;

const ownKeys = async (tx: Tx, userId: string): Promise<string[]> => {
  const own = await tx.select({ key: objects.key }).from(objects).where(eq(objects.userId, userId));
  return own.map(({ key }) => key);
};

/** The files that agents of teams with other members use, whoever owns them. */
const filesOfTeams = async (tx: Tx, userId: string) => {
  const used = await tx
    .select({ teamId: agents.teamId, files: agents.files })
    .from(agents)
    .where(
      and(
        eq(agents.deleted, false),
        isNotNull(agents.teamId),
        sql`${agents.files} <> '[]'::jsonb`,
        sql`exists (select from team_members m where m.team_id = ${agents.teamId} and m.user_id <> ${userId})`,
      ),
    );
  return used.map(({ teamId, files }) => ({ teamId, keys: files.flatMap(({ url }) => keyOf(url) ?? []) }));
};

/** Keys of the user's files, except those that agents of teams with other members use. */
export const ownFiles = async (tx: Tx, userId: string): Promise<string[]> => {
  const used = await filesOfTeams(tx, userId);
  const inUse = new Set(used.flatMap(({ keys }) => keys));
  return (await ownKeys(tx, userId)).filter((key) => !inUse.has(key));
};

/** The teams with other members whose agents use files of the user, who may never have been a member. */
export const teamsWithFiles = async (tx: Tx, userId: string): Promise<string[]> => {
  const own = new Set(await ownKeys(tx, userId));
  const used = own.size === 0 ? [] : await filesOfTeams(tx, userId);
  const withFiles = used.filter(({ keys }) => keys.some((key) => own.has(key)));
  return [...new Set(withFiles.flatMap(({ teamId }) => teamId ?? []))];
};

/** Keys of all files that the user's messages and collections refer to. Files of others arrive with a shared chat. */
export const namedFiles = async (tx: Tx, userId: string): Promise<string[]> => {
  const written = await tx
    .select({ made: messages.assistantFileUrl, note: messages.voiceNote })
    .from(messages)
    .where(eq(messages.userId, userId));
  const sent = await tx
    .select({ url: messageFiles.url })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .where(eq(messages.userId, userId));
  const collected = await tx
    .select({ files: tagContexts.files })
    .from(tagContexts)
    .innerJoin(tags, eq(tags.id, tagContexts.tagId))
    .where(eq(tags.userId, userId));
  const files = [...sent, ...collected.flatMap(({ files: own }) => own)];
  const urls = [...written.flatMap(({ made, note }) => [made, note]), ...files.map(({ url }) => url)];
  return [...new Set(urls.flatMap((url) => (url === null ? [] : (keyOf(url) ?? []))))];
};
