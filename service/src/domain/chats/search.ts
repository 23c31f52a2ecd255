import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { desc, inArray, sql, type SQL } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.ts';
import { type Db, schema } from '../../db/database.ts';
import { withTags } from './chats.ts';
import { passage } from './passage.ts';

const { chats, messages } = schema;
const most = 50;
/** Newest chats that are looked through before an index is asked: what is said often is found there at once. */
const recent = 300;
/** From so many finds among them on, the rest is found sooner by going on than by the index. */
const often = 10;
const further = 4000;

interface Found extends Record<string, unknown> {
  readonly id: string;
  /** Of the newest message that matches; none where the title does. */
  readonly message: string | null;
}

/** A term as it may be written: accents as letters of their own, or as signs behind letters. */
const formsOf = (term: string): string[] => [...new Set([term.normalize('NFC'), term.normalize('NFD')])];
const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);
/** Too short for trigrams of its own: then words begin with the term. */
const isShort = (text: string): boolean => isAscii(text) && !/[a-z0-9]{3}/i.test(text) && /^[a-z0-9]+$/i.test(text);

/** The trigrams that a text has where it holds the form: a word ends at a sign of ASCII, and may go on at any other. */
const trigramsOf = (form: string): string[] => {
  const found = new Set<string>();
  for (const { 0: run, index } of form.toLowerCase().matchAll(/[a-z0-9]+/g)) {
    const [before = '', after = ''] = [form[index - 1], form[index + run.length]];
    const begins = isShort(form) || (before !== '' && isAscii(before));
    const padded = `${begins ? '  ' : ''}${run}${after !== '' && isAscii(after) ? ' ' : ''}`;
    for (let at = 0; at + 3 <= padded.length; at += 1) found.add(padded.slice(at, at + 3));
  }
  return [...found];
};

const pattern = (term: string) => `%${term.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

const either = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)})`;

/** Every sign of ASCII that is no letter and no digit, as a class: from a longer one trigrams are not made. */
const ends = String.raw`[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]`;

/** Whether a word of `text` begins with the term: at the start, or after anything but a letter. */
const begins = (text: SQL, form: string): SQL => sql`(${text} ~* ${`\\m${form}`} or ${text} ~* ${ends + form})`;

/** Whether `text` holds the term. */
const holds = (text: SQL, forms: readonly string[]): SQL =>
  either(forms.map((form) => (isShort(form) ? begins(text, form) : sql`${text} ilike ${pattern(form)}`)));

const said = sql.raw(`(m.prompt || ' ' || m.content)`);
const titled = sql.raw('c.title');

/** Whether the indexes say that `text` may hold the term: what they find is not read yet. */
const mayHold = (text: SQL, forms: readonly string[]): SQL =>
  either(
    forms.map((form) =>
      isAscii(form)
        ? sql`show_trgm(${text}) @> ${sql.param(trigramsOf(form))}::text[]`
        : sql`search_grams(${text}) @> search_grams(${form})`,
    ),
  );

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

/** Of so many finds of the index, most are in chats that nobody sees: the newest chats are looked at first. */
const many = 1000;
const near = 20_000;

/**
 * Of finds of the index, in the order of their chats, those that hold the term and whose chat `s` is `seen`: reading all would
 * take most of the time.
 */
const best = (finds: SQL, forms: readonly string[], seen: SQL): SQL => sql`
  select distinct on (s.last_update, s.id) s.id, s.message
  from (${finds} order by last_update desc, id desc, message desc nulls last offset 0) s
  left join lateral (
    select true as matches from messages m where m.ctid = s.row and ${holds(said, forms)} limit 1) v on true
  where (s.message is null or v.matches) and ${seen}
  order by s.last_update desc, s.id desc, s.message desc nulls last limit ${most}`;

/**
 * The newest chats that match, by the indexes. Where these find much, it is looked for in the newest chats first, and in
 * all of them only where that is too little. These are taken from an index alone: which of them the user sees is asked
 * for the few that are read. A full join is never made by a loop, which the planner would choose: it expects a single find.
 */
const lookUp = async (db: Db, { userId, forms, narrowed }: Search): Promise<Found[]> => {
  const ofUser = sql`c.user_id = ${userId} and not c.secure and c.deleted is null and c.expires is null${narrowed}`;
  const titles = sql`
    select c.id, c.last_update, null as message, null as row from chats c
    where ${ofUser} and ${beyondAscii(titled, forms)} and ${mayHold(titled, forms)} and ${holds(titled, forms)}`;
  const { rows } = await db.execute<Found>(sql`
    with found as materialized (
      select m.chat_id, m.id as message, m.ctid as row from messages m
      where m.user_id = ${userId} and ${beyondAscii(sql.raw('(m.prompt || m.content)'), forms)} and ${mayHold(said, forms)}
    ), near as materialized (
      select c.id, c.last_update from chats c where c.user_id = ${userId}${narrowed} and (select count(*) from found) > ${many}
      order by c.last_update desc limit ${near}
    ), newest as materialized (${best(
      sql`
        select c.id, c.last_update, f.message, f.row from near c full join found f on f.chat_id = c.id
        where num_nulls(c.id, f.message) = 0
        union all ${titles} and exists (select from near) and c.last_update >= (select min(last_update) from near)`,
      forms,
      sql`exists (select from chats c where c.id = s.id and ${ofUser})`,
    )})
    select * from newest where (select count(*) from newest) = ${most}
    union all
    select * from (${best(
      sql`
        select c.id, c.last_update, f.message, f.row from found f join chats c on c.id = f.chat_id where ${ofUser}
        union all ${titles}`,
      forms,
      sql`true`,
    )}) found where (select count(*) from newest) < ${most}`);
  return rows;
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
  return lookUp(db, search);
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
