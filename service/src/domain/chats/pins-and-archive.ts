import { pinsMax } from '@atrium/shared-kernel/contracts/constants';
import { and, asc, count, eq, inArray, isNotNull } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.ts';
import { schema, type Tx } from '../../db/database.ts';
import { alive, type ChatRow, lockPermanent } from './chats.ts';
import { DomainError } from '../domain-error.ts';

const { chats, users } = schema;

const update = async (tx: Tx, chatId: string, state: Partial<Pick<ChatRow, 'pinned' | 'archived'>>): Promise<ChatRow> =>
  (await tx.update(chats).set(state).where(eq(chats.id, chatId)).returning())[0]!;

/** Serializes what pins chats of the same user. Comes before any lock of a chat. */
export const lockPins = async (tx: Tx, userId: string): Promise<void> => {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
};

const pinsOf = async (tx: Tx, userId: string): Promise<number> => {
  const [row] = await tx
    .select({ pins: count() })
    .from(chats)
    .where(and(eq(chats.userId, userId), isNotNull(chats.pinned), alive));
  return row?.pins ?? 0;
};

/**
 * Pins the user's own chat to the top of the list, which takes it out of the archive, or unpins it. A pinned chat keeps
 * its position. Fails with `too-many-pins` if `pinsMax` chats are pinned.
 */
export const pinChat = async (tx: Tx, userId: string, chatId: string, pinned: boolean): Promise<ChatRow> => {
  if (pinned) await lockPins(tx, userId);
  const pins = pinned ? await pinsOf(tx, userId) : 0;
  const chat = await lockPermanent(tx, userId, chatId);
  if (!pinned) return update(tx, chat.id, { pinned: null });
  if (chat.pinned) return chat;
  if (pins >= pinsMax) throw new DomainError('too-many-pins', { limit: pinsMax });
  return update(tx, chat.id, { pinned: new Date(), archived: null });
};

/**
 * Unpins those of the user's restored chats with which more than `pinsMax` are pinned, the ones pinned first. Call
 * `lockPins` before, unless a few more do no harm.
 */
export const unpinExcess = async (tx: Tx, userId: string, restored: readonly string[]): Promise<void> => {
  const excess = (await pinsOf(tx, userId)) - pinsMax;
  if (excess <= 0) return;
  const first = tx
    .select({ id: chats.id })
    .from(chats)
    .where(and(anyOf(chats.id, restored), eq(chats.userId, userId), isNotNull(chats.pinned), alive))
    .orderBy(asc(chats.pinned), asc(chats.id))
    .limit(excess);
  await tx.update(chats).set({ pinned: null }).where(inArray(chats.id, first));
};

/** Archives the user's own chat, which unpins it, or moves it back to the list. */
export const archiveChat = async (tx: Tx, userId: string, chatId: string, archived: boolean): Promise<ChatRow> => {
  const chat = await lockPermanent(tx, userId, chatId);
  if (!archived) return update(tx, chat.id, { archived: null });
  return update(tx, chat.id, { archived: chat.archived ?? new Date(), pinned: null });
};
