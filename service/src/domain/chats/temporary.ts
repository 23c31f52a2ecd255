import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { DomainError } from '../domain-error.ts';

const { chats } = schema;
const minute = 60_000;

/** Milliseconds that a temporary chat stays: after the last that its window said, and after the window has closed. */
export const temporaryStays = { open: 60 * minute, closed: minute } as const;

/** When a temporary chat is over that somebody uses at `now`. */
export const expiryOf = (now: number): Date => new Date(now + temporaryStays.open);

/** Keeps the user's own temporary chat for as long as a window shows it, or for a moment where it has closed. */
export const keepTemporary = async (
  db: Tx,
  userId: string,
  { chatId, open }: { readonly chatId: string; readonly open: boolean },
  now: number,
): Promise<void> => {
  const renewed = await db
    .update(chats)
    .set({ expires: new Date(now + temporaryStays[open ? 'open' : 'closed']) })
    .where(
      and(
        eq(chats.id, chatId.toLowerCase()),
        eq(chats.userId, userId),
        isNull(chats.deleted),
        isNotNull(chats.expires),
        gt(chats.expires, new Date(now)),
      ),
    )
    .returning({ id: chats.id });
  if (renewed.length === 0) throw new DomainError('unknown-chat');
};
