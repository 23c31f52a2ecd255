import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { desc, inArray, sql } from 'drizzle-orm';
import { type Db, schema } from '../../db/database.ts';
import { withTags } from './chats.ts';

const { chats } = schema;
const most = 50;
const around = { before: 60, after: 140 } as const;

const pattern = (term: string) => `%${term.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** The part of `text` around the first place that holds `term`, whatever its case; undefined where none does. */
export const passage = (text: string, term: string): string | undefined => {
  const at = text.toLowerCase().indexOf(term.toLowerCase());
  if (at < 0) return undefined;
  const from = Math.max(0, at - around.before);
  const to = Math.min(text.length, at + term.length + around.after);
  const cut = text.slice(from, to).replaceAll(/\s+/g, ' ').trim().toWellFormed();
  return `${from > 0 ? '…' : ''}${cut}${to < text.length ? '…' : ''}`;
};

/** The user's chats whose title or messages hold `term`, newest first, each with the passage of its newest match; no secure chat. */
export const searchChats = async (db: Db, userId: string, term: string): Promise<Chat[]> => {
  const like = pattern(term);
  const { rows } = await db.execute<{ id: string; prompt: string | null; content: string | null }>(sql`
    with found as (
      select distinct on (chat_id) chat_id, prompt, content from messages
      where user_id = ${userId}
        and chat_id in (select id from chats where user_id = ${userId} and not secure)
        and (prompt ilike ${like} or content ilike ${like})
      order by chat_id, id desc
    )
    select c.id, f.prompt, f.content from chats c left join found f on f.chat_id = c.id
    where c.user_id = ${userId} and not c.secure and (f.chat_id is not null or c.title ilike ${like})
    order by c.last_update desc, c.id desc limit ${most}`);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const found = await db
    .select()
    .from(chats)
    .where(inArray(chats.id, ids))
    .orderBy(desc(chats.lastUpdate), desc(chats.id));
  const matches = new Map(rows.map((row) => [row.id, row]));
  return (await withTags(db, found)).map((chat) => {
    const match = matches.get(chat._id);
    const content = passage(match?.content ?? '', term) ?? passage(match?.prompt ?? '', term);
    return content === undefined ? chat : { ...chat, matchingMessage: { content } };
  });
};
