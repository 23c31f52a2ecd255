import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { lockPermanent } from '../../domain/chats/chats.ts';
import { lockTag, addToTags } from '../../domain/chats/tags.ts';
import { requireBase } from '../../domain/revision.ts';
import { storable } from '../../domain/text.ts';
import { tagOnWire, tagRevision } from '../../domain/chats/wire.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

const { tags } = schema;

type Appearance = Partial<Pick<typeof tags.$inferInsert, 'icon' | 'color'>>;

/**
 * Inserts a collection. If the request is repeated, the existing one gets its values, unless it was edited since: an
 * older request must not undo that.
 */
const insertTag = async (
  tx: Tx,
  userId: string,
  values: Appearance & { name: string },
  newTagId: string | undefined,
) => {
  const row = { ...values, userId };
  if (newTagId === undefined) return tx.insert(tags).values(row).returning();
  const id = newTagId.toLowerCase();
  const inserted = await tx
    .insert(tags)
    .values({ ...row, id })
    .onConflictDoNothing()
    .returning();
  if (inserted.length > 0) return inserted;
  const existing = await lockTag(tx, userId, id);
  if (existing.lastUpdate.getTime() !== existing.createdDate.getTime()) return [existing];
  return tx.update(tags).set(values).where(eq(tags.id, id)).returning();
};

export default implement(calls.tags.createEditTag, async ({ services, user, basedOn }, input) => {
  const { tagId, chatId, deleted, icon, color } = input;
  const name = input.name === undefined ? undefined : storable(input.name);
  return services.database.db.transaction(async (tx) => {
    const known = tagId ? await lockTag(tx, user.id, tagId) : undefined;
    // Adding a chat to a collection does not depend on the collection's appearance.
    if (known && (name || icon || color || deleted)) requireBase(basedOn, tagRevision(known));
    if (deleted) {
      if (!known) throw new DomainError('tag-to-delete-missing');
      await tx.delete(tags).where(eq(tags.id, known.id));
      return {};
    }
    if (!known && !name) throw new DomainError('name-required');
    const appearance = { ...(icon ? { icon } : {}), ...(color ? { color } : {}) };
    const [tag] = known
      ? await tx
          .update(tags)
          .set({ ...appearance, ...(name ? { name } : {}), lastUpdate: new Date() })
          .where(eq(tags.id, known.id))
          .returning()
      : await insertTag(tx, user.id, { ...appearance, name: name! }, input.newTagId);
    if (chatId) {
      const chat = await lockPermanent(tx, user.id, chatId);
      await addToTags(tx, chat.id, [tag!.id]);
    }
    return { tag: tagOnWire(tag!) };
  });
});
