import { contextLists } from '@atrium/shared-kernel/contracts/constants';
import { contextReport, type ContextReport } from '@atrium/shared-kernel/contracts/entities/context';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { desc, eq } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import type { Report } from './report.ts';

const { memories, messages } = schema;

/** The report with the ids of the memories that went along: the newest of the person's. */
export const withMemories = async (
  db: Tx,
  userId: string,
  { remembered, ...report }: Report,
): Promise<ContextReport> => {
  const rows =
    remembered === 0
      ? []
      : await db
          .select({ id: memories.id })
          .from(memories)
          .where(eq(memories.userId, userId))
          .orderBy(desc(memories.id))
          .limit(Math.min(remembered, contextLists.memories));
  return { ...report, memories: rows.map(({ id }) => id).toReversed() };
};

/** Stores with a message what went along with it. */
export const recordReport = async (
  tx: Tx,
  messageId: string,
  report: ContextReport,
  seal: (text: string) => string = (text) => text,
): Promise<void> => {
  await tx
    .update(messages)
    .set({ contextReport: seal(JSON.stringify(report)) })
    .where(eq(messages.id, messageId));
};

/** The report of a message as it is stored; none where there is none, or its key is gone. */
export const reportIn = (stored: string | null): ContextReport | undefined => {
  // Without its key a sealed one is no object.
  if (!stored?.startsWith('{')) return undefined;
  return schemaFor(contextReport).parse(JSON.parse(stored));
};

/** The report that a text holds; none where it holds another thing. */
export const reportOfText = (text: string): ContextReport | undefined => {
  try {
    return schemaFor(contextReport).safeParse(JSON.parse(text)).data;
  } catch {
    // No JSON at all.
    return undefined;
  }
};

interface Ids {
  readonly message: (id: string) => string;
  /** None: that memory is not there. */
  readonly memory: (id: string) => string | undefined;
}

const withoutUrl = (file: NonNullable<ContextReport['files']>[number]) => {
  const { url: _, ...rest } = file;
  return rest;
};

/** The same report where messages and memories have other ids, and where its files are is not known. */
export const reportElsewhere = (report: ContextReport, { message, memory }: Ids): ContextReport => ({
  ...report,
  turns: report.turns.map((turn) => ({ ...turn, messageId: message(turn.messageId) })),
  ...(report.recalled
    ? { recalled: report.recalled.map((turn) => ({ ...turn, messageId: message(turn.messageId) })) }
    : {}),
  memories: report.memories.flatMap((id) => memory(id) ?? []),
  ...(report.files ? { files: report.files.map(withoutUrl) } : {}),
});
