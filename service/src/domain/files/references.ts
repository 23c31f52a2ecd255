import { and, eq, inArray, isNotNull, isNull, or, sql, type SQLWrapper } from 'drizzle-orm';
import { keyOf, objectUrl, ownerOf } from '../../ports/objects.ts';
import { schema, type Tx } from '../../db/database.ts';
import { reachableInTeam } from '../agents/agents.ts';

const { agents, messageFiles, messages, tagContexts, tags, users } = schema;

const hasRows = (values: readonly unknown[]): boolean => values.length > 0;

/**
 * Whether the object is a file of an agent that the user may use or edit: their own, one of their team and roles, or a
 * shared one.
 */
const ofAgent = async (db: Tx, userId: string, url: string): Promise<boolean> =>
  hasRows(
    await db
      .select({ id: agents.id })
      .from(agents)
      .where(
        and(
          eq(agents.deleted, false),
          sql`${agents.files} @> ${JSON.stringify([{ url }])}::jsonb`,
          or(eq(agents.shared, true), and(isNull(agents.teamId), eq(agents.userId, userId)), reachableInTeam(userId)),
        ),
      )
      .limit(1),
  );

/** Whether the object is a file of one of the user's collections. */
const ofCollection = async (db: Tx, userId: string, url: string): Promise<boolean> =>
  hasRows(
    await db
      .select({ id: tags.id })
      .from(tagContexts)
      .innerJoin(tags, eq(tags.id, tagContexts.tagId))
      .where(and(eq(tags.userId, userId), sql`${tagContexts.files} @> ${JSON.stringify([{ url }])}::jsonb`))
      .limit(1),
  );

/** Whether the object is the picture of somebody who shares a team with the user. */
const ofTeammate = async (db: Tx, userId: string, url: string): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select 1 from users u
    join team_members theirs on theirs.user_id = u.id
    join team_members own on own.team_id = theirs.team_id and own.user_id = ${userId}
    where u.avatar_image_url = ${url} limit 1`);
  return hasRows(rows);
};

/**
 * Whether the user may read an object: it is their own, a teammate's picture, in one of their messages or collections,
 * or a file of an agent they may use. A duplicated or shared chat refers to files of its first owner. A user who
 * attaches a file to a message must already be able to read it.
 */
export const mayRead = async (db: Tx, userId: string, key: string): Promise<boolean> => {
  if (ownerOf(key) === userId) return true;
  const url = objectUrl(key);
  const generated = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(or(eq(messages.assistantFileUrl, url), eq(messages.voiceNote, url)), eq(messages.userId, userId)))
    .limit(1);
  if (hasRows(generated)) return true;
  const sent = await db
    .select({ id: messages.id })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .where(and(eq(messageFiles.url, url), eq(messages.userId, userId)))
    .limit(1);
  return (
    hasRows(sent) ||
    (await ofAgent(db, userId, url)) ||
    (await ofCollection(db, userId, url)) ||
    ofTeammate(db, userId, url)
  );
};

/** The keys of the objects that the chat's messages refer to. */
export const keysOfChat = async (db: Tx, chatId: string): Promise<string[]> => {
  const generated = await db
    .select({ url: messages.assistantFileUrl, note: messages.voiceNote })
    .from(messages)
    .where(and(eq(messages.chatId, chatId), or(isNotNull(messages.assistantFileUrl), isNotNull(messages.voiceNote))));
  const sent = await db
    .select({ url: messageFiles.url })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .where(and(eq(messages.chatId, chatId), isNotNull(messageFiles.url)));
  const urls = [...generated, ...sent, ...generated.map(({ note }) => ({ url: note }))];
  const keys = urls.map(({ url }) => (url === null ? undefined : keyOf(url)));
  return [...new Set(keys.filter((key) => key !== undefined))];
};

/**
 * The URLs, of these or of all, that users, collections and agents refer to; deleted agents do not count. It reads all
 * users, collections and agents: no index finds a URL in them.
 */
export const namedOutsideMessages = async (db: Tx, urls?: readonly string[]): Promise<ReadonlySet<string | null>> => {
  const named = (files: SQLWrapper) =>
    urls &&
    sql`exists (select from jsonb_array_elements(${files}) file
      where file->>'url' in (${sql.join(
        urls.map((url) => sql`${url}`),
        sql`, `,
      )}))`;
  const known = await db
    .select({ files: agents.files })
    .from(agents)
    .where(and(eq(agents.deleted, false), named(agents.files)));
  const collected = await db.select({ files: tagContexts.files }).from(tagContexts).where(named(tagContexts.files));
  const shown = await db
    .select({ url: users.avatarImageUrl })
    .from(users)
    .where(urls ? inArray(users.avatarImageUrl, urls) : isNotNull(users.avatarImageUrl));
  return new Set([...shown, ...[...known, ...collected].flatMap(({ files }) => files)].map(({ url }) => url));
};

/** The keys that no message refers to. */
const outsideMessages = async (db: Tx, keys: readonly string[]): Promise<string[]> => {
  if (keys.length === 0) return [];
  const urls = keys.map(objectUrl);
  const generated = await db
    .select({ url: messages.assistantFileUrl })
    .from(messages)
    .where(inArray(messages.assistantFileUrl, urls));
  const voiceNotes = await db
    .select({ url: messages.voiceNote })
    .from(messages)
    .where(inArray(messages.voiceNote, urls));
  const sent = await db.select({ url: messageFiles.url }).from(messageFiles).where(inArray(messageFiles.url, urls));
  const named = new Set([...generated, ...voiceNotes, ...sent].map(({ url }) => url));
  return keys.filter((key) => !named.has(objectUrl(key)));
};

/** The keys that no message, user, collection, or agent refers to; deleted agents do not count. */
export const unused = async (db: Tx, keys: readonly string[]): Promise<string[]> => {
  const candidates = await outsideMessages(db, keys);
  if (candidates.length === 0) return [];
  const named = await namedOutsideMessages(db, candidates.map(objectUrl));
  return candidates.filter((key) => !named.has(objectUrl(key)));
};
