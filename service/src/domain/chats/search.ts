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
/** Newest chats that are looked through before an index is asked: what is said often is found there at once. */
const recent = 300;
/** From so many finds among them on, the rest is found sooner by going on than by the index. */
const often = 10;
const further = 4000;
/** Where the indexes find this part of the messages, or more, the newest chats are looked at first. */
const many = 0.01;
const near = 20_000;

interface Found extends Record<string, unknown> {
  readonly id: string;
  /** Of the newest message that matches; none where the title does. */
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

/** The chats `c` that a search is narrowed to. */
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

/** The newest chats that match, looking through the newest `depth` of the user's chats. */
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

/** What the indexes find: rows `m` of messages, and the titles of chats `c` that hold the term. */
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
 * The newest chats that match among the newest of all, where the indexes find much: of it, only what is in these chats is
 * read, from the newest on until there are enough. They are taken from an index alone: which of them the user sees is asked
 * for the few that match. A full join is never made by a loop, which the planner would choose: it expects few finds.
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

/** The newest chats that match, of all that the indexes find. Messages come first: by their chats all of these would be read. */
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

/** The newest chats that match, by the indexes; so many of the `recent` ones do. */
const lookUp = async (db: Db, search: Search, matching: number): Promise<Found[]> => {
  const sample = await trigramSample(db);
  const choices = new Map(search.forms.filter(isAscii).map((form) => [form, rarest(trigramsOf(form), sample)]));
  const finds = findsOf(search, (form) => choices.get(form)?.trigrams ?? []);
  // Grams of other letters find hardly anything that does not match.
  const share = choices.get(search.forms[0] ?? '')?.share ?? matching / recent;
  if (matching > 0 && share >= many) {
    const newest = await lookUpNear(db, search, finds);
    if (newest.length === most) return newest;
  }
  return lookUpAll(db, search, finds);
};

/** Whether the indexes know a way to such a term; a letter alone that is not ASCII has none. */
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
 * The user's chats whose title or messages hold the term, within time and collection, newest first, each with its newest message that does; no secure
 * chat. A term of one or two ASCII letters is what words begin with. A single other letter, and signs that are no letters,
 * are looked for in the newest 4,000 chats only.
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
