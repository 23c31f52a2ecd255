import { eq } from 'drizzle-orm';
import { type Reading, type Reason, reasons } from '../../ports/extraction.ts';
import { ownerOf } from '../../ports/objects.ts';
import { schema } from '../../db/database.ts';
import type { Sealer } from '../../db/sealed.ts';
import type { Parts } from '../parts.ts';
import { indexYielding } from '../passages/file-index.ts';
import { minStoredLength, storePassages } from '../passages/store.ts';
import { storable } from '../text.ts';

const { objectReadings } = schema;
export type ReadingRow = typeof objectReadings.$inferSelect;

/** The result of inspecting a file, for its message; the text stays in the database. */
export type Inspection =
  | { readonly type: string; readonly width: number | null; readonly height: number | null }
  | { readonly reason: Reason };

type Reader = Pick<Parts, 'database' | 'objects' | 'extraction' | 'sealer'>;

const inspectionOf = ({
  type,
  width,
  height,
  failure,
}: Pick<ReadingRow, 'type' | 'width' | 'height' | 'failure'>): Inspection =>
  type === null || failure !== null
    ? { reason: reasons.find((reason) => reason === failure) ?? 'broken' }
    : { type, width, height };

const valuesOf = (reading: Reading, sealer: Sealer) => {
  if (reading.kind === 'unreadable') return { failure: reading.reason };
  if (reading.kind === 'image') return { type: reading.type, width: reading.width, height: reading.height };
  const { type, words, cut, pages } = reading;
  const text = storable(reading.text);
  return { type, text: sealer.seal(text), characters: text.length, words, cut, pages: pages ?? null };
};

/** The name of a file by its type: a picture of the type HEIC is converted to JPEG. */
export const nameByType = (name: string, type: string): string =>
  type === 'image/jpeg' ? name.replace(/\.hei[cf]s?$/i, '.jpg') : name;

/**
 * The type that a file is served with. Text keeps its declared subtype, but never one that browsers render or execute.
 */
const servedType = (declared: string, inspected: string): string =>
  inspected === 'text/plain' && /^text\/(?!html|xml|\w*script)[\w.+-]+$/i.test(declared) ? declared : inspected;

const read = async ({ database: { db }, objects, extraction, sealer }: Reader, key: string, name: string) => {
  const stored = await objects.read(key);
  if (!stored) return undefined;
  const reading = await extraction.read(stored.content, { owner: ownerOf(key) ?? '' });
  const values = valuesOf(reading, sealer);
  const inspected = inspectionOf({ type: null, width: null, height: null, failure: null, ...values });
  // Not stored, because another attempt may find the machine less busy.
  if (reading.kind === 'unreadable' && reading.reason === 'tooLong') return inspected;
  // Before the reading is stored, which is never repeated: after a crash the file is read and revised again.
  if (reading.kind !== 'unreadable')
    await objects.revise(
      key,
      { name: nameByType(name, reading.type), type: servedType(stored.type, reading.type) },
      reading.kind === 'image' ? reading.converted : undefined,
    );
  // One transaction for both: after a crash neither exists, and the file is read again.
  const long = reading.kind === 'document' && reading.text.length >= minStoredLength;
  const split = long ? await indexYielding(storable(reading.text)) : undefined;
  await db.transaction(async (tx) => {
    await tx
      .insert(objectReadings)
      .values({ key, ...values })
      .onConflictDoNothing();
    if (split) await storePassages(tx, key, split, sealer);
  });
  return inspected;
};

const inFlight = new Map<string, Promise<Inspection | undefined>>();

/**
 * Inspects a stored file by its content, once: the result is stored until the object is deleted. From then on the
 * object is served under `name` with its real type, and a picture that browsers cannot show is replaced by a converted
 * one. Undefined if the object, or its row, does not exist.
 */
export const inspectFile = async (services: Reader, key: string, name: string): Promise<Inspection | undefined> => {
  const [known] = await services.database.db
    .select({
      type: objectReadings.type,
      width: objectReadings.width,
      height: objectReadings.height,
      failure: objectReadings.failure,
      read: objectReadings.key,
    })
    .from(schema.objects)
    .leftJoin(objectReadings, eq(objectReadings.key, schema.objects.key))
    .where(eq(schema.objects.key, key));
  // Without its row nothing could be stored of the file, and revising it would remove its bytes.
  if (!known) return undefined;
  if (known.read !== null) return inspectionOf(known);
  const running = inFlight.get(key) ?? read(services, key, name).finally(() => inFlight.delete(key));
  inFlight.set(key, running);
  return running;
};
