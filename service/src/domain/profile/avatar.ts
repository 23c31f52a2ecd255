import { eq } from 'drizzle-orm';
import { sniffPicture } from '../../formats/sniff.ts';
import { isObjectPath, keyOf, ownerOf } from '../../ports/objects.ts';
import { schema } from '../../db/database.ts';
import type { Parts } from '../parts.ts';
import { unused } from '../files/references.ts';
import { DomainError } from '../domain-error.ts';

const { objects } = schema;
type AvatarParts = Pick<Parts, 'database' | 'objects'>;

/** The most bytes of a cropped picture: ten times what the settings send. */
export const avatarMax = 2 * 1024 * 1024;

const noPicture = () => new DomainError('picture-not-uploaded');

const firstBytes = async ({ objects: store }: AvatarParts, key: string): Promise<Uint8Array> => {
  const found = await store.read(key, { start: 0, end: 15 });
  if (!found) throw noPicture();
  return Buffer.concat(await found.content.toArray());
};

/** Fails unless `url` is a small picture, judged by its content, that the user has uploaded. */
export const checkAvatar = async (parts: AvatarParts, userId: string, url: string): Promise<void> => {
  const key = isObjectPath(url) ? keyOf(url) : undefined;
  if (key === undefined || ownerOf(key) !== userId) throw noPicture();
  const [row] = await parts.database.db.select().from(objects).where(eq(objects.key, key));
  if (!row?.uploadedDate || row.size === null) throw noPicture();
  if (row.size > avatarMax) throw new DomainError('picture-too-large');
  if (!(await sniffPicture(await firstBytes(parts, key)))) throw noPicture();
};

/** Removes the user's previous picture, unless something else, such as a message, refers to it. */
export const removeAvatar = async ({ database, objects: store }: AvatarParts, url: string | null): Promise<void> => {
  const key = url === null ? undefined : keyOf(url);
  if (key === undefined) return;
  for (const unusedKey of await unused(database.db, [key])) await store.remove(unusedKey);
};
