import type { ChatSummary } from '@atrium/shared-kernel/contracts/entities/context';
import { desc, eq, inArray } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import type { Sealer } from '../../db/sealed.ts';
import { lockChat } from '../chats/chats.ts';
import { DomainError } from '../domain-error.ts';
import { branchBefore } from '../replies/branch-before.ts';
import { type BasedOn, requireBase, revisionOf } from '../revision.ts';
import { storable } from '../text.ts';

const { chatSummaries } = schema;
export type SummaryRow = typeof chatSummaries.$inferSelect;

/** The whole summary: what the user wrote, followed by what the model added. */
export const textOf = ({ written, text }: Pick<SummaryRow, 'written' | 'text'>): string =>
  [written ?? '', text].filter((part) => part !== '').join('\n\n');

export const summaryRevision = (row: SummaryRow | undefined): string =>
  revisionOf(row ? [row.upToId, textOf(row)] : []);

export const onWire = (row: SummaryRow): ChatSummary => ({
  text: textOf(row),
  covers: row.covers,
  edited: row.written !== null,
  revision: summaryRevision(row),
  lastUpdate: row.lastUpdate.toISOString(),
});

/** The summaries of the chat that replace messages of this branch; the one that covers the most comes first. */
const summariesOn = async (db: Tx, chatId: string, branch: readonly string[]): Promise<SummaryRow[]> => {
  const rows = await db
    .select()
    .from(chatSummaries)
    .where(eq(chatSummaries.chatId, chatId))
    .orderBy(desc(chatSummaries.covers));
  // A message has only one path to it. If the message is in the branch, so are all before it.
  const inBranch = new Set(branch);
  return rows.filter(({ upToId }) => inBranch.has(upToId));
};

/** The summary that replaces the oldest messages of a branch; undefined if none was needed yet. */
export const summaryFor = async (db: Tx, chatId: string, branch: readonly string[]): Promise<SummaryRow | undefined> =>
  (await summariesOn(db, chatId, branch))[0];

/** The summary in the form that `planRequest` takes. */
export const summaryOf = async (
  db: Tx,
  chatId: string,
  branch: readonly string[],
): Promise<{ readonly text: string; readonly covers: number } | undefined> => {
  const row = await summaryFor(db, chatId, branch);
  return row && { text: textOf(row), covers: row.covers };
};

/**
 * How many summaries a chat retains: of the branch that grows, of all its other branches, and of those that are as the
 * user wrote them. A model can write the others again.
 */
const most = { branch: 6, others: 12, written: 12 } as const;

interface Retainable {
  readonly upToId: string;
  readonly written?: string | null | undefined;
  readonly text: string;
}

const kindOf = ({ upToId, written, text }: Retainable, inBranch: ReadonlySet<string>): keyof typeof most => {
  if (written && text === '') return 'written';
  return inBranch.has(upToId) ? 'branch' : 'others';
};

/** Those of a chat's summaries, newest first, that are retained when this branch grows. */
export const retainedOf = <Row extends Retainable>(newestFirst: readonly Row[], branch: readonly string[]): Row[] => {
  const inBranch = new Set(branch);
  const kinds = Map.groupBy(newestFirst, (row) => kindOf(row, inBranch));
  return [...kinds].flatMap(([kind, rows]) => rows.slice(0, most[kind]));
};

/** Removes the oldest summaries of a chat beyond these numbers. */
export const pruneSummaries = async (tx: Tx, chatId: string, branch: readonly string[]): Promise<void> => {
  const rows = await tx
    .select()
    .from(chatSummaries)
    .where(eq(chatSummaries.chatId, chatId))
    .orderBy(desc(chatSummaries.lastUpdate), desc(chatSummaries.id));
  const retained = new Set(retainedOf(rows, branch));
  const old = rows.filter((row) => !retained.has(row)).map(({ id }) => id);
  if (old.length > 0) await tx.delete(chatSummaries).where(inArray(chatSummaries.id, old));
};

/** Copies the summaries of a chat, except those up to a message that was not copied. `copied` has the copies' ids. */
export const copySummaries = async (
  tx: Tx,
  chatId: string,
  to: { readonly chatId: string; readonly userId: string },
  copied: ReadonlyMap<string, string | null>,
): Promise<void> => {
  const rows = await tx.select().from(chatSummaries).where(eq(chatSummaries.chatId, chatId));
  const copies = rows.flatMap((row) => {
    const upToId = copied.get(row.upToId);
    return upToId ? [{ ...row, ...to, id: newId(), upToId }] : [];
  });
  if (copies.length > 0) await tx.insert(chatSummaries).values(copies);
};

/**
 * Saves the user's text as the summary of the branch that their own chat shows; an empty text removes it. Fails with
 * `stale` if it is based on an outdated summary, and with `nothing-to-summarize` if there is none to change.
 */
export const saveSummary = async (
  tx: Tx,
  userId: string,
  { chatId, text }: { readonly chatId: string; readonly text: string },
  { basedOn, sealer }: { readonly basedOn: BasedOn; readonly sealer: Sealer },
): Promise<SummaryRow | undefined> => {
  const chat = await lockChat(tx, userId, chatId);
  const known = await summariesOn(tx, chat.id, await branchBefore(tx, chat, {}, undefined));
  const [present] = known;
  requireBase(basedOn, summaryRevision(present));
  if (!present) throw new DomainError('nothing-to-summarize');
  const newText = storable(text).trim();
  if (newText === textOf(present)) return present;
  if (newText === '') {
    const ids = known.map(({ id }) => id);
    await tx.delete(chatSummaries).where(inArray(chatSummaries.id, ids));
    return undefined;
  }
  const [saved] = await tx
    .update(chatSummaries)
    .set({ written: chat.secure ? sealer.seal(newText) : newText, text: '', lastUpdate: new Date() })
    .where(eq(chatSummaries.id, present.id))
    .returning();
  return saved;
};
