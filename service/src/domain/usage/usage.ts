import { usageDays as shownDays } from '@atrium/shared-kernel/contracts/constants';
import { and, asc, eq, gte, sql, sum } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { type Db, schema } from '../../db/database.ts';

const { usageDays } = schema;
const day = 24 * 60 * 60 * 1000;

/** The day that contains a time (ms), in UTC, such as 2026-11-21. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Estimates tokens as four characters each, like the SQL for the prompt below. */
const approximateTokens = (text: string): number => Math.ceil(text.length / 4) + 4;

export interface EndedReply {
  readonly messageId: string;
  /** What the model wrote. */
  readonly content: string;
  readonly image: boolean;
  readonly research: boolean;
}

/**
 * Counts a reply that ends, for its user and the team that was active when it began, in the transaction that writes its
 * message, so that a rollback also undoes the count. That team is known until the reply's reservation is settled, so
 * count first. Tokens are estimated from the prompt and the answer; the texts are not stored.
 */
export const countUsage = async (
  client: Pick<PoolClient, 'query'>,
  { messageId, content, image, research }: EndedReply,
  now: number,
): Promise<void> => {
  await client.query(
    `insert into usage_days as kept (user_id, team_id, day, messages, tokens, images, research)
      select m.user_id,
        coalesce((select team_id from usage_reservations where message_id = m.id), u.active_team_id, ''), $2, 1, $3 + ceil(length(m.prompt) / 4.0)::integer + 4, $4, $5
      from messages m join users u on u.id = m.user_id where m.id = $1
      on conflict (user_id, team_id, day) do update set messages = kept.messages + 1,
        tokens = kept.tokens + excluded.tokens, images = kept.images + excluded.images,
        research = kept.research + excluded.research`,
    [messageId, dayOf(now), approximateTokens(content), image ? 1 : 0, research ? 1 : 0],
  );
};

const total = (column: (typeof usageDays)['messages' | 'tokens' | 'images' | 'research']) =>
  sum(column).mapWith(Number);

/** The usage of a user or of a whole team on the latest days with any usage, oldest first. */
export const usageOf = async (db: Db, of: { readonly userId: string } | { readonly teamId: string }, now: number) => {
  const from = dayOf(now - (shownDays - 1) * day);
  const whose = 'teamId' in of ? eq(usageDays.teamId, of.teamId) : eq(usageDays.userId, of.userId);
  const days = await db
    .select({
      day: usageDays.day,
      messages: total(usageDays.messages),
      tokens: total(usageDays.tokens),
      images: total(usageDays.images),
      research: total(usageDays.research),
    })
    .from(usageDays)
    .where(and(whose, gte(usageDays.day, from), sql`${usageDays.day} <= ${dayOf(now)}`))
    .groupBy(usageDays.day)
    .orderBy(asc(usageDays.day));
  return { from, to: dayOf(now), days };
};
