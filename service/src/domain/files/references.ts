import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { keyOf, objectUrl, ownerOf } from '../../adapters/objects/port.ts';
import { schema, type Tx } from '../../db/database.ts';

const { agents, messageFiles, messages, users } = schema;

const some = (values: readonly unknown[]): boolean => values.length > 0;

/**
 * Whether an object is the user's own, or in a message of theirs: a chat that was duplicated, or continued from a
 * shared one, names files of its first owner. Who stores a file with a message has to be able to read it already.
 */
export const mayRead = async (db: Tx, userId: string, key: string): Promise<boolean> => {
  if (ownerOf(key) === userId) return true;
  const url = objectUrl(key);
  const made = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.assistantFileUrl, url), eq(messages.userId, userId)))
    .limit(1);
  if (some(made)) return true;
  const sent = await db
    .select({ id: messages.id })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .where(and(eq(messageFiles.url, url), eq(messages.userId, userId)))
    .limit(1);
  return some(sent);
};

/** The keys of the objects that the chat's messages name. */
export const keysOfChat = async (db: Tx, chatId: string): Promise<string[]> => {
  const made = await db
    .select({ url: messages.assistantFileUrl })
    .from(messages)
    .where(and(eq(messages.chatId, chatId), isNotNull(messages.assistantFileUrl)));
  const sent = await db
    .select({ url: messageFiles.url })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .where(and(eq(messages.chatId, chatId), isNotNull(messageFiles.url)));
  const keys = [...made, ...sent].map(({ url }) => (url === null ? undefined : keyOf(url)));
  return [...new Set(keys.filter((key) => key !== undefined))];
};

/** Those of the keys that no message, person or agent names. */
export const unused = async (db: Tx, keys: readonly string[]): Promise<string[]> => {
  if (keys.length === 0) return [];
  const urls = keys.map(objectUrl);
  const made = await db
    .select({ url: messages.assistantFileUrl })
    .from(messages)
    .where(inArray(messages.assistantFileUrl, urls));
  const sent = await db.select({ url: messageFiles.url }).from(messageFiles).where(inArray(messageFiles.url, urls));
  const shown = await db.select({ url: users.avatarImageUrl }).from(users).where(inArray(users.avatarImageUrl, urls));
  const known = await db
    .select({ files: agents.files })
    .from(agents)
    .where(
      sql`exists (select from jsonb_array_elements(${agents.files}) file
        where file->>'url' in (${sql.join(
          urls.map((url) => sql`${url}`),
          sql`, `,
        )}))`,
    );
  const named = new Set([...made, ...sent, ...shown, ...known.flatMap(({ files }) => files)].map(({ url }) => url));
  return keys.filter((key) => !named.has(objectUrl(key)));
};
