import { searchMax } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { desc, inArray, sql, type SQL } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.ts';
import { type Db, schema } from '../../db/database.ts';
import { withTags } from './chats.ts';
import { passage } from './passage.ts';
import { formsOf, containsTerm, candidateContainsTerm, isAscii, mayContainTerm, trigramsOf } from './search-terms.ts';
import { rarest, trigramSample } from './trigram-sample.ts';

const { chats, messages } = schema;
/** The number of newest chats that are scanned before the indexes are used: frequent terms are found there at once. */
const recent = 300;
/** With this many matches among them, scanning further is faster than using the indexes. */
const frequent = 10;
const deepScan = 4000;
/** If the indexes match this part of all messages or more, the newest chats are searched first. */
const commonShare = 0.01;
const nearbyChats = 20_000;

interface Match extends Record<string, unknown> {
  readonly id: string;
  /** The newest message that matches; null if the title does. */
  readonly message: string | null;
}

const messageText = sql.raw(`(m.prompt || ' ' || m.content)`);
const titleText = sql.raw('c.title');

export interface SearchRequest {
  readonly term: string;
  /** ISO 8601. */
  readonly since?: string | undefined;
  readonly tagId?: string | undefined;
}

/** The condition on chats `c` for the filters of a search. */
const within = ({ since, tagId }: SearchRequest): SQL => {
  const late = since === undefined ? sql`` : sql` and c.last_update >= ${since}::timestamptz`;
  const tagged = sql` and exists (select from chat_tags t where t.chat_id = c.id and t.tag_id = ${tagId?.toLowerCase()})`;
  return sql`${late}${tagId === undefined ? sql`` : tagged}`;
};

interface Search {
  readonly userId: string;
  readonly forms: readonly string[];
  readonly narrowed: SQL;
}

/** The newest chats that match, found by scanning the newest `depth` chats of the user. */
const scanNewest = async (db: Db, { userId, forms, narrowed }: Search, depth: number): Promise<Match[]> => {
  const { rows } = await db.execute<Match>(sql`
    select c.id, f.id as message
    from (
      select c.id, c.title, c.last_update from chats c
      where c.user_id = ${userId} and c.deleted is null and c.expires is null and not c.secure${narrowed}
      order by c.last_update desc limit ${depth}) c
    left join lateral (
      select m.id from messages m where m.chat_id = c.id and ${containsTerm(messageText, forms)} order by m.id desc limit 1) f on true
    where f.id is not null or ${containsTerm(titleText, forms)}
    order by c.last_update desc limit ${searchMax}`);
  return rows;
};

const beyondAscii = (text: SQL, forms: readonly string[]): SQL =>
  forms.some(isAscii) ? sql`true` : sql`octet_length(${text}) > char_length(${text})`;

const ofUser = ({ userId, narrowed }: Search): SQL =>
  sql`c.user_id = ${userId} and not c.secure and c.deleted is null and c.expires is null${narrowed}`;

/** The index conditions: rows `m` of messages, and the titles of chats `c` that contain the term. */
const indexMatches = (search: Search, trigramsFor: (form: string) => readonly string[]) => {
  const { userId, forms } = search;
  const ascii = beyondAscii(sql.raw('(m.prompt || m.content)'), forms);
  return {
    messages: sql`m.user_id = ${userId} and ${ascii} and ${mayContainTerm(messageText, forms, trigramsFor)}`,
    titles: sql`
      select c.id, c.last_update, null as message, null as row from chats c
      where ${ofUser(search)} and ${beyondAscii(titleText, forms)} and ${mayContainTerm(titleText, forms, trigramsFor)}
        and ${candidateContainsTerm(titleText, forms)}`,
  };
};
type Candidates = ReturnType<typeof indexMatches>;

/**
 * The newest matching chats among the newest of all, for terms that the indexes match often. Only matches within these
 * chats are read, from the newest on, until there are enough. The chats come from an index alone; whether the user may
 * see them is checked only for the few that match. PostgreSQL cannot run a full join as a nested loop, which the
 * planner would choose because it expects few matches.
 */
const searchNearby = async (db: Db, search: Search, candidates: Candidates): Promise<Match[]> => {
  const { userId, forms, narrowed } = search;
  const { rows } = await db.execute<Match>(sql`
    select distinct on (s.last_update, s.id) s.id, s.message
    from (
      select c.id, c.last_update, f.message, f.row
      from (
        select c.id, c.last_update from chats c where c.user_id = ${userId}${narrowed}
        order by c.last_update desc limit ${nearbyChats}) c
      full join (
        select m.chat_id as id, null::timestamptz, m.id as message, m.ctid as row from messages m
        where ${candidates.messages}
        union all ${candidates.titles}) f on f.id = c.id
      where num_nulls(c.id, f.id) = 0
      order by c.last_update desc, c.id desc, f.message desc nulls last offset 0) s
    left join lateral (
      select true as matches from messages m where m.ctid = s.row and ${candidateContainsTerm(messageText, forms)} limit 1) v on true
    where (s.message is null or v.matches) and exists (select from chats c where c.id = s.id and ${ofUser(search)})
    order by s.last_update desc, s.id desc, s.message desc nulls last limit ${searchMax}`);
  return rows;
};

/**
 * The newest matching chats among all index matches. Messages come first in the join: starting from chats would read
 * all of their messages.
 */
const searchAll = async (db: Db, search: Search, candidates: Candidates): Promise<Match[]> => {
  const { rows } = await db.execute<Match>(sql`
    select distinct on (s.last_update, s.id) s.id, s.message
    from (
      select c.id, c.last_update, f.message, f.row
      from (
        select m.chat_id, m.id as message, m.ctid as row from messages m
        where ${candidates.messages} and ${candidateContainsTerm(messageText, search.forms)} offset 0) f
      join chats c on c.id = f.chat_id where ${ofUser(search)}
      union all ${candidates.titles}) s
    order by s.last_update desc, s.id desc, s.message desc nulls last limit ${searchMax}`);
  return rows;
};

/** The newest matching chats, found by the indexes. `matching` is the number of matches among the `recent` chats. */
const searchIndexes = async (db: Db, search: Search, matching: number): Promise<Match[]> => {
  const sample = await trigramSample(db);
  const choices = new Map(search.forms.filter(isAscii).map((form) => [form, rarest(trigramsOf(form), sample)]));
  const candidates = indexMatches(search, (form) => choices.get(form)?.trigrams ?? []);
  // Non-ASCII grams match hardly anything that does not contain the term.
  const share = choices.get(search.forms[0] ?? '')?.share ?? matching / recent;
  if (matching > 0 && share >= commonShare) {
    const newest = await searchNearby(db, search, candidates);
    if (newest.length === searchMax) return newest;
  }
  return searchAll(db, search, candidates);
};

/** Whether the indexes cover such a term; a single non-ASCII letter has no entry. */
const isIndexed = async (db: Db, forms: readonly string[]): Promise<boolean> => {
  const foreign = forms.filter((form) => !isAscii(form));
  if (foreign.length === 0) return forms.some((form) => trigramsOf(form).length > 0);
  const { rows } = await db.execute<{ known: boolean }>(
    sql`select bool_and(search_grams(form) <> '{}') as known from unnest(${sql.param(foreign)}::text[]) form`,
  );
  return rows[0]?.known ?? false;
};

const find = async (db: Db, search: Search): Promise<Match[]> => {
  const { forms } = search;
  const newest = await scanNewest(db, search, recent);
  if (newest.length >= searchMax) return newest;
  const scanFurther = newest.length >= frequent || !(await isIndexed(db, forms));
  const more = scanFurther ? await scanNewest(db, search, deepScan) : [];
  if (more.length >= searchMax || (scanFurther && !(await isIndexed(db, forms)))) return more;
  return searchIndexes(db, search, newest.length);
};

/**
 * The user's chats whose title or messages contain the term, filtered by time and collection, newest first, each with
 * its newest matching message; secure chats are excluded. A term of one or two ASCII letters matches the beginning of
 * words. A single other letter, and characters that are not letters, are searched for in the newest 4,000 chats only.
 */
export const searchChats = async (db: Db, userId: string, request: SearchRequest): Promise<Chat[]> => {
  const forms = formsOf(request.term);
  const rows = await find(db, { userId, forms, narrowed: within(request) });
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [found, texts] = await Promise.all([
    db.select().from(chats).where(inArray(chats.id, ids)).orderBy(desc(chats.lastUpdate), desc(chats.id)),
    db
      .select({ id: messages.id, chatId: messages.chatId, prompt: messages.prompt, content: messages.content })
      .from(messages)
      .where(
        anyOf(
          messages.id,
          rows.flatMap(({ message }) => message ?? []),
        ),
      ),
  ]);
  const byChat = new Map(texts.map((text) => [text.chatId, text]));
  return (await withTags(db, found)).map((chat) => {
    const match = byChat.get(chat._id);
    const content = match && passage([match.content, match.prompt], forms);
    return content === undefined ? chat : { ...chat, matchingMessage: { _id: match!.id, content } };
  });
};
