import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { desc, inArray, sql, type SQL } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.ts';
import { type Db, schema } from '../../db/database.ts';
import { withTags } from './chats.ts';
import { passage } from './passage.ts';
import { formsOf, holds, holdsOfFound, isAscii, mayHold, trigramsOf } from './search-terms.ts';
import { rarest, trigramSample } from './trigram-sample.ts';

const { chats, messages } = schema;
const most = 50;
/** The number of newest chats that are scanned before the indexes are used: frequent terms are found there at once. */
const recent = 300;
/** With this many matches among them, scanning further is faster than using the indexes. */
const often = 10;
const further = 4000;
/** If the indexes match this part of all messages or more, the newest chats are searched first. */
const many = 0.01;
const near = 20_000;

interface Found extends Record<string, unknown> {
  readonly id: string;
  /** The newest message that matches; null if the title does. */
  readonly message: string | null;
}

const said = sql.raw(`(m.prompt || ' ' || m.content)`);
const titled = sql.raw('c.title');

export interface Wanted {
  readonly term: string;
  /** ISO 8601. */
  readonly since?: string | undefined;
  readonly tagId?: string | undefined;
}

/** The condition on chats `c` for the filters of a search. */
const within = ({ since, tagId }: Wanted): SQL => {
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
const lookThrough = async (db: Db, { userId, forms, narrowed }: Search, depth: number): Promise<Found[]> => {
  const { rows } = await db.execute<Found>(sql`
    select c.id, f.id as message
    from (
      select c.id, c.title, c.last_update from chats c
      where c.user_id = ${userId} and c.deleted is null and c.expires is null and not c.secure${narrowed}
      order by c.last_update desc limit ${depth}) c
    left join lateral (
      select m.id from messages m where m.chat_id = c.id and ${holds(said, forms)} order by m.id desc limit 1) f on true
    where f.id is not null or ${holds(titled, forms)}
    order by c.last_update desc limit ${most}`);
  return rows;
};

const beyondAscii = (text: SQL, forms: readonly string[]): SQL =>
  forms.some(isAscii) ? sql`true` : sql`octet_length(${text}) > char_length(${text})`;

const ofUser = ({ userId, narrowed }: Search): SQL =>
  sql`c.user_id = ${userId} and not c.secure and c.deleted is null and c.expires is null${narrowed}`;

/** The index conditions: rows `m` of messages, and the titles of chats `c` that contain the term. */
const findsOf = (search: Search, trigramsFor: (form: string) => readonly string[]) => {
  const { userId, forms } = search;
  const ascii = beyondAscii(sql.raw('(m.prompt || m.content)'), forms);
  return {
    messages: sql`m.user_id = ${userId} and ${ascii} and ${mayHold(said, forms, trigramsFor)}`,
    titles: sql`
      select c.id, c.last_update, null as message, null as row from chats c
      where ${ofUser(search)} and ${beyondAscii(titled, forms)} and ${mayHold(titled, forms, trigramsFor)}
        and ${holdsOfFound(titled, forms)}`,
  };
};
type Finds = ReturnType<typeof findsOf>;

/**
 * The newest matching chats among the newest of all, for terms that the indexes match often. Only matches within these
 * chats are read, from the newest on, until there are enough. The chats come from an index alone; whether the user may
 * see them is checked only for the few that match. PostgreSQL cannot run a full join as a nested loop, which the
 * planner would choose because it expects few matches.
 */
const lookUpNear = async (db: Db, search: Search, finds: Finds): Promise<Found[]> => {
  const { userId, forms, narrowed } = search;
  const { rows } = await db.execute<Found>(sql`
    select distinct on (s.last_update, s.id) s.id, s.message
    from (
      select c.id, c.last_update, f.message, f.row
      from (
        select c.id, c.last_update from chats c where c.user_id = ${userId}${narrowed}
        order by c.last_update desc limit ${near}) c
      full join (
        select m.chat_id as id, null::timestamptz, m.id as message, m.ctid as row from messages m
        where ${finds.messages}
        union all ${finds.titles}) f on f.id = c.id
      where num_nulls(c.id, f.id) = 0
      order by c.last_update desc, c.id desc, f.message desc nulls last offset 0) s
    left join lateral (
      select true as matches from messages m where m.ctid = s.row and ${holdsOfFound(said, forms)} limit 1) v on true
    where (s.message is null or v.matches) and exists (select from chats c where c.id = s.id and ${ofUser(search)})
    order by s.last_update desc, s.id desc, s.message desc nulls last limit ${most}`);
  return rows;
};

/**
 * The newest matching chats among all index matches. Messages come first in the join: starting from chats would read
 * all of their messages.
 */
const lookUpAll = async (db: Db, search: Search, finds: Finds): Promise<Found[]> => {
  const { rows } = await db.execute<Found>(sql`
    select distinct on (s.last_update, s.id) s.id, s.message
    from (
      select c.id, c.last_update, f.message, f.row
      from (
        select m.chat_id, m.id as message, m.ctid as row from messages m
        where ${finds.messages} and ${holdsOfFound(said, search.forms)} offset 0) f
      join chats c on c.id = f.chat_id where ${ofUser(search)}
      union all ${finds.titles}) s
    order by s.last_update desc, s.id desc, s.message desc nulls last limit ${most}`);
  return rows;
};

/** The newest matching chats, found by the indexes. `matching` is the number of matches among the `recent` chats. */
const lookUp = async (db: Db, search: Search, matching: number): Promise<Found[]> => {
  const sample = await trigramSample(db);
  const choices = new Map(search.forms.filter(isAscii).map((form) => [form, rarest(trigramsOf(form), sample)]));
  const finds = findsOf(search, (form) => choices.get(form)?.trigrams ?? []);
  // Non-ASCII grams match hardly anything that does not contain the term.
  const share = choices.get(search.forms[0] ?? '')?.share ?? matching / recent;
  if (matching > 0 && share >= many) {
    const newest = await lookUpNear(db, search, finds);
    if (newest.length === most) return newest;
  }
  return lookUpAll(db, search, finds);
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

const find = async (db: Db, search: Search): Promise<Found[]> => {
  const { forms } = search;
  const newest = await lookThrough(db, search, recent);
  if (newest.length >= most) return newest;
  const goOn = newest.length >= often || !(await isIndexed(db, forms));
  const more = goOn ? await lookThrough(db, search, further) : [];
  if (more.length >= most || (goOn && !(await isIndexed(db, forms)))) return more;
  return lookUp(db, search, newest.length);
};

/**
 * The user's chats whose title or messages contain the term, filtered by time and collection, newest first, each with
 * its newest matching message; secure chats are excluded. A term of one or two ASCII letters matches the beginning of
 * words. A single other letter, and characters that are not letters, are searched for in the newest 4,000 chats only.
 */
export const searchChats = async (db: Db, userId: string, wanted: Wanted): Promise<Chat[]> => {
  const forms = formsOf(wanted.term);
  const rows = await find(db, { userId, forms, narrowed: within(wanted) });
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
    const content = match && (passage(match.content, forms) ?? passage(match.prompt, forms));
    return content === undefined ? chat : { ...chat, matchingMessage: { _id: match!.id, content } };
  });
};
