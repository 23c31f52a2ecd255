import { and, eq, inArray, sql } from 'drizzle-orm';
import { fileProblem, unreadPages, unreadParts, unreadText } from '@atrium/shared-kernel/contracts/file-notes';
import { schema } from '../../db/database.ts';
import { keyOf } from '../../ports/objects.ts';
import { DomainError } from '../domain-error.ts';
import type { Parts } from '../parts.ts';
import { emptyPages } from './empty-pages.ts';
import { inspectFile } from './readings.ts';
import { mayRead } from './references.ts';

const { objectReadings } = schema;

type Reader = Pick<Parts, 'database' | 'objects' | 'extraction' | 'sealer' | 'config'>;

interface Named {
  readonly name: string;
  readonly url: string;
}

/** What the model will not read of a file, as a code and as a sentence. */
interface FileNote {
  readonly url: string;
  readonly code: string;
  readonly text: string;
}

interface Pages {
  readonly key: string;
  readonly pages: number | null;
  readonly cut: boolean | null;
}

/** The pages without text in a PDF that has text elsewhere. A PDF of one page has no such pages. */
const emptyPagesOf = async (
  { database: { db } }: Reader,
  { key, pages, cut }: Pages,
  type: string,
): Promise<string | undefined> => {
  if (type !== 'application/pdf' || pages === null || pages < 2) return undefined;
  const [row] = await db.select({ text: objectReadings.text }).from(objectReadings).where(eq(objectReadings.key, key));
  return emptyPages(row?.text ?? '', pages, cut ?? false);
};

/**
 * Notes on attached files, before they are sent, that cannot be read or only in part. Throws if one is not readable by
 * the user; a file without problems has no note.
 */
export const notesOn = async (services: Reader, userId: string, files: readonly Named[]): Promise<FileNote[]> => {
  const { db } = services.database;
  const keys = new Map<string, Named>();
  for (const file of files) {
    const key = keyOf(file.url);
    if (!key || !(await mayRead(db, userId, key))) throw new DomainError('not-your-file');
    keys.set(key, file);
  }
  const inspected = await Promise.all(
    [...keys].map(async ([key, { name }]) => [key, await inspectFile(services, key, name)] as const),
  );
  const documents = await db
    .select({
      key: objectReadings.key,
      characters: sql<number>`coalesce(${objectReadings.characters}, length(${objectReadings.text}), 0)`,
      cut: objectReadings.cut,
      pages: objectReadings.pages,
    })
    .from(objectReadings)
    .where(and(inArray(objectReadings.key, [...keys.keys()]), sql`${objectReadings.text} is not null`));
  const documentOf = new Map(documents.map((one) => [one.key, one]));
  const noteOn = async ([key, inspection]: (typeof inspected)[number]): Promise<FileNote[]> => {
    const { name, url } = keys.get(key)!;
    if (!inspection) return [{ url, code: 'notUploaded', text: fileProblem('notUploaded', name) }];
    if ('reason' in inspection) return [{ url, code: inspection.reason, text: fileProblem(inspection.reason, name) }];
    const document = documentOf.get(key);
    if (!document) return [];
    if (document.characters === 0) return [{ url, code: 'no-text', text: unreadText(name) }];
    const cut = (document.cut ?? false) || document.characters > services.config.modelInput.documentCharacters;
    const pages = await emptyPagesOf(services, document, inspection.type);
    const texts = [...(cut ? [unreadParts(name)] : []), ...(pages === undefined ? [] : [unreadPages(name, pages)])];
    return texts.length === 0 ? [] : [{ url, code: cut ? 'cut' : 'empty-pages', text: texts.join(' ') }];
  };
  return (await Promise.all(inspected.map(noteOn))).flat();
};
