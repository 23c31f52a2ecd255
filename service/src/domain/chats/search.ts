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

/** What gives an index of trigrams something to look for: three letters, or the end or the beginning of a word. */
const trigrams = /[a-z0-9]{3}|[a-z0-9]{2}[^a-z0-9]|[^a-z0-9][a-z0-9]/i;

const pattern = (term: string) => `%${term.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

const either = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)})`;

/** Every sign of ASCII that is no letter and no digit, as a class: from a longer one trigrams are not made. */
const ends = String.raw`[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]`;

/** Whether a word of `text` begins with the term; by the indexes one that stands first, or behind a sign of ASCII. */
const begins = (text: SQL, form: string, byGrams: boolean): SQL =>
  byGrams
    ? sql`(${text} ilike ${`${form}%`} or ${text} ~* ${ends + form})`
    : sql`(${text} ~* ${`\\m${form}`} or ${text} ~* ${ends + form})`;

/** Whether `text` holds the term, by what its indexes know. */
const holds = (text: SQL, forms: readonly string[], byGrams: boolean): SQL =>
  either(
    forms.map((form) => {
      if (isShort(form)) return begins(text, form, byGrams);
      const like = sql`${text} ilike ${pattern(form)}`;
      return byGrams && !isAscii(form) ? sql`(search_grams(${text}) @> search_grams(${form}) and ${like})` : like;
    }),
  );

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
      where c.user_id = ${userId} and c.deleted is null and not c.secure${narrowed}
      order by c.last_update desc limit ${depth}) c
    left join lateral (
      select m.id from messages m where m.chat_id = c.id and ${holds(said, forms, false)} order by m.id desc limit 1) f on true
    where f.id is not null or ${holds(titled, forms, false)}
    order by c.last_update desc limit ${most}`);
  return rows;
};

const beyondAscii = (text: SQL, forms: readonly string[]): SQL =>
  forms.some(isAscii) ? sql`true` : sql`octet_length(${text}) > char_length(${text})`;

/** The newest chats that match, by the indexes. */
const lookUp = async (db: Db, { userId, forms, narrowed }: Search): Promise<Found[]> => {
  const { rows } = await db.execute<Found>(sql`
    with found as materialized (
      select m.chat_id, max(m.id) as message from messages m
      where m.user_id = ${userId} and ${beyondAscii(sql.raw('(m.prompt || m.content)'), forms)}
        and ${holds(said, forms, true)}
      group by m.chat_id
    ), named as materialized (
      select c.id from chats c
      where c.user_id = ${userId} and not c.secure and ${beyondAscii(titled, forms)} and ${holds(titled, forms, true)}
    )
    select c.id, f.message from chats c left join found f on f.chat_id = c.id
    where c.id in (select chat_id from found union select id from named)
      and c.user_id = ${userId} and not c.secure and c.deleted is null${narrowed}
    order by c.last_update desc limit ${most}`);
  return rows;
};

/** Whether the indexes know a way to such a term; a letter alone that is not ASCII has none. */
const isIndexed = async (db: Db, forms: readonly string[]): Promise<boolean> => {
  const foreign = forms.filter((form) => !isAscii(form));
  if (foreign.length === 0) return forms.some((form) => isShort(form) || trigrams.test(form));
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
