import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { DomainError } from '../domain-error.ts';

const { chats } = schema;
const minute = 60_000;

/**
 * How long a temporary chat lives, in milliseconds: after the last report of its open window, and after the window has
 * closed.
 */
export const temporaryLifetime = { open: 60 * minute, closed: minute } as const;

/** When a temporary chat that is used at `now` expires. */
export const expiryOf = (now: number): Date => new Date(now + temporaryLifetime.open);

/**
 * Extends the life of the user's own temporary chat while a window shows it, or shortens it when the window has closed.
 */
export const renewTemporary = async (
  db: Tx,
  userId: string,
  { chatId, open }: { readonly chatId: string; readonly open: boolean },
  now: number,
): Promise<void> => {
  const renewed = await db
    .update(chats)
    .set({ expires: new Date(now + temporaryLifetime[open ? 'open' : 'closed']) })
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
