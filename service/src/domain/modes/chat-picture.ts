import { buffer } from 'node:stream/consumers';
import { and, desc, eq, inArray, like } from 'drizzle-orm';
import type { ModelFile } from '../../ports/model.ts';
import { keyOf, type ObjectStore } from '../../ports/objects.ts';
import { schema, type Tx } from '../../db/database.ts';

const { messages, objects } = schema;

/**
 * The newest picture that the assistant created in this branch; a list of one or none. Those that were imported have
 * their whole media type.
 */
export const pictureInChat = async (tx: Tx, store: ObjectStore, branch: readonly string[]): Promise<ModelFile[]> => {
  if (branch.length === 0) return [];
  const [newest] = await tx
    .select({ url: messages.assistantFileUrl })
    .from(messages)
    .where(and(inArray(messages.id, [...branch]), like(messages.assistantFileType, 'image%')))
    .orderBy(desc(messages.id))
    .limit(1);
  const key = newest?.url ? keyOf(newest.url) : undefined;
  if (!key) return [];
  const [row] = await tx.select().from(objects).where(eq(objects.key, key));
  if (!row) return [];
  const load = async () => {
    const stored = await store.read(key);
    return stored ? buffer(stored.content) : new Uint8Array();
  };
  const { type, size, name } = row;
  // Its dimensions are not stored; image models inspect the picture itself.
  return [{ name: name ?? 'picture', type, size: size ?? 0, from: 'chat', picture: { width: 0, height: 0, load } }];
};
