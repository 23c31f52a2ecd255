import { buffer } from 'node:stream/consumers';
import { and, desc, eq, gt, inArray, isNotNull, like } from 'drizzle-orm';
import type { ModelFile } from '../../ports/model.ts';
import { keyOf, type ObjectStore } from '../../ports/objects.ts';
import { schema, type Tx } from '../../db/database.ts';

const { messageFiles, messages, objects } = schema;

/** Whether one of the pictures that are sent was attached to a message of the branch after the one with this id. */
const sendsNewerUpload = async (
  tx: Tx,
  branch: readonly string[],
  id: string,
  sent: readonly ModelFile[],
): Promise<boolean> => {
  const newer = await tx
    .select({ url: messageFiles.url })
    .from(messageFiles)
    .where(
      and(inArray(messageFiles.messageId, [...branch]), gt(messageFiles.messageId, id), isNotNull(messageFiles.url)),
    );
  const keys = new Set(sent.flatMap(({ picture, url }) => (picture && url ? (keyOf(url) ?? []) : [])));
  return newer.some(({ url }) => keys.has(keyOf(url ?? '') ?? ''));
};

/**
 * The picture that the assistant created in this branch, unless a newer one is among those that are `sent`; a list of one
 * or none. Those that were imported have their whole media type. One that is too large to be sent is not newer: otherwise
 * an older one would be changed.
 */
export const pictureInChat = async (
  tx: Tx,
  store: ObjectStore,
  branch: readonly string[],
  sent: readonly ModelFile[],
): Promise<ModelFile[]> => {
  if (branch.length === 0) return [];
  const [newest] = await tx
    .select({ id: messages.id, url: messages.assistantFileUrl })
    .from(messages)
    .where(and(inArray(messages.id, [...branch]), like(messages.assistantFileType, 'image%')))
    .orderBy(desc(messages.id))
    .limit(1);
  const key = newest?.url ? keyOf(newest.url) : undefined;
  if (!newest || !key || (await sendsNewerUpload(tx, branch, newest.id, sent))) return [];
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
