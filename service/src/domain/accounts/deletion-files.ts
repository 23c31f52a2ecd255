import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { keyOf } from '../../ports/objects.ts';
import { schema, type Tx } from '../../db/database.ts';

const { agents, messageFiles, messages, objects, tagContexts, tags } = schema;

/** Keys of the user's files, except those that agents of teams with other members use. */
export const ownFiles = async (tx: Tx, userId: string): Promise<string[]> => {
  const own = await tx.select({ key: objects.key }).from(objects).where(eq(objects.userId, userId));
  const needed = await tx
    .select({ files: agents.files })
    .from(agents)
    .where(
      and(
        eq(agents.deleted, false),
        isNotNull(agents.teamId),
        sql`${agents.files} <> '[]'::jsonb`,
        sql`exists (select from team_members m where m.team_id = ${agents.teamId} and m.user_id <> ${userId})`,
      ),
    );
  const inUse = new Set(needed.flatMap(({ files }) => files.map(({ url }) => keyOf(url))));
  return own.map(({ key }) => key).filter((key) => !inUse.has(key));
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
