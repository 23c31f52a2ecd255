import { upload } from '@atrium/shared-kernel/contracts/constants';
import { readableName } from '@atrium/shared-kernel/contracts/given-name';
import type { DetailsOf } from '@atrium/shared-kernel/contracts/failures/failures';
import { inArray } from 'drizzle-orm';
import { keyOf, objectUrl } from '../../ports/objects.ts';
import { schema } from '../../db/database.ts';
import type { Parts } from '../parts.ts';
import { storable } from '../text.ts';
import { inspectFile, nameByType } from './readings.ts';
import { mayRead } from './references.ts';
import { DomainError } from '../domain-error.ts';

const { objects } = schema;

/** A file as the browser sends it. */
export interface NamedFile {
  readonly name: string;
  readonly url?: string | undefined;
  /** Its original name, which shows what kind of text it is. */
  readonly originalName?: string | undefined;
  /** As the browser measured it. */
  readonly aspectRatio?: number | undefined;
}

/** A validated file: of a supported type, and readable by the user. */
export interface Attachment {
  readonly key: string;
  /** The object's path. */
  readonly url: string;
  readonly name: string;
  /** The media type, detected from its content. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Width divided by height; null unless it is a picture. */
  readonly aspectRatio: number | null;
}

type Reader = Pick<Parts, 'database' | 'objects' | 'extraction' | 'sealer'>;

const nameOf = (name: string): string =>
  readableName(storable(name))
    .replaceAll(/[\p{Cc}/\\]/gu, '-')
    .trim()
    .slice(0, 255)
    // The cut may leave half a character.
    .toWellFormed() || 'file';

/** A drawing is read as text, so only the browser has measured it. */
const drawnRatio = (type: string, measured: number): number | null =>
  type.startsWith('image/') && measured > 0 ? measured : null;

type Problem = DetailsOf<'files-refused'>['files'][number];
const refused = (files: Problem[]) => new DomainError('files-refused', { files });

interface Named {
  readonly name: string;
  readonly original: string;
  /** 0 if the browser did not measure it. */
  readonly aspectRatio: number;
}

/** The files by key, without duplicates. Throws if one is not uploaded yet or not readable by the user. */
const named = async (
  { database: { db } }: Reader,
  userId: string,
  files: readonly NamedFile[],
  known: ReadonlySet<string>,
) => {
  const found = new Map<string, Named>();
  for (const { name, originalName, url, aspectRatio = 0 } of files) {
    if (!url) throw new DomainError('files-uploading');
    const key = keyOf(url);
    if (!key || !(known.has(key) || (await mayRead(db, userId, key)))) throw new DomainError('not-your-file');
    if (!found.has(key)) found.set(key, { name: nameOf(name), original: nameOf(originalName ?? name), aspectRatio });
  }
  return found;
};

const sizesOf = async ({ database: { db } }: Reader, names: ReadonlyMap<string, { readonly name: string }>) => {
  const keys = [...names.keys()];
  const rows = keys.length === 0 ? [] : await db.select().from(objects).where(inArray(objects.key, keys));
  const sizes = new Map(rows.filter((row) => row.uploadedDate !== null).map((row) => [row.key, row.size ?? 0]));
  for (const [key, { name }] of names) if (!sizes.has(key)) throw refused([{ name, reason: 'notUploaded' }]);
  const large = keys.filter((key) => sizes.get(key)! > upload.perFile);
  if (large.length > 0) throw new DomainError('files-too-large', { names: large.map((key) => names.get(key)!.name) });
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  if (total > upload.total) throw new DomainError('files-too-large-together', { bytes: total });
  return sizes;
};

/**
 * Validates the files of a message or an agent by their content. Fails with `not-your-file` if the user may not read
 * one, and with a reason for each that is missing, too large, or unreadable. The keys in `known` are already part of
 * the agent, or were before it was deleted, so every user who may edit the agent may use them.
 */
export const attach = async (
  services: Reader,
  userId: string,
  files: readonly NamedFile[],
  known: ReadonlySet<string> = new Set(),
): Promise<readonly Attachment[]> => {
  const names = await named(services, userId, files, known);
  const sizes = await sizesOf(services, names);
  const inspected = await Promise.all(
    [...names].map(async ([key, { name, original, aspectRatio }]) => ({
      key,
      name,
      aspectRatio,
      inspection: await inspectFile(services, key, original),
    })),
  );
  const problems = inspected.flatMap(({ name, inspection }): Problem[] => {
    if (!inspection) return [{ name, reason: 'notUploaded' }];
    return 'reason' in inspection ? [{ name, reason: inspection.reason }] : [];
  });
  if (problems.length > 0) throw refused(problems);
  return inspected.flatMap(({ key, name, aspectRatio, inspection }) => {
    if (!inspection || 'reason' in inspection) return [];
    const { type, width, height } = inspection;
    return {
      key,
      url: objectUrl(key),
      name: nameByType(name, type),
      type,
      size: sizes.get(key)!,
      aspectRatio: width && height ? width / height : drawnRatio(type, aspectRatio),
    };
  });
};
