import { contextLists } from '@atrium/shared-kernel/contracts/constants';
import { contextReport, type ContextReport } from '@atrium/shared-kernel/contracts/entities/context';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { desc, eq } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import type { Report } from './report.ts';

const { memories, messages } = schema;

/** The report with the ids of its memories: the newest ones of the user. */
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

/** Stores the context report of a message. */
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

/** The stored report of a message; undefined if there is none or its key is gone. */
export const reportIn = (stored: string | null): ContextReport | undefined => {
  // A sealed value without its key is not JSON.
  if (!stored?.startsWith('{')) return undefined;
  return schemaFor(contextReport).parse(JSON.parse(stored));
};

/** The report in a text; undefined if it is anything else. */
export const reportOfText = (text: string): ContextReport | undefined => {
  try {
    return schemaFor(contextReport).safeParse(JSON.parse(text)).data;
  } catch {
    // The text is not JSON.
    return undefined;
  }
};

interface Ids {
  readonly message: (id: string) => string;
  /** Undefined if that memory does not exist. */
  readonly memory: (id: string) => string | undefined;
}

const withoutUrl = (file: NonNullable<ContextReport['files']>[number]) => {
  const { url: _, ...rest } = file;
  return rest;
};

/** The same report for a copy in which messages and memories have other ids and file URLs are unknown. */
export const remapReport = (report: ContextReport, { message, memory }: Ids): ContextReport => ({
  ...report,
  turns: report.turns.map((turn) => ({ ...turn, messageId: message(turn.messageId) })),
  ...(report.recalled
    ? { recalled: report.recalled.map((turn) => ({ ...turn, messageId: message(turn.messageId) })) }
    : {}),
  memories: report.memories.flatMap((id) => memory(id) ?? []),
  ...(report.files ? { files: report.files.map(withoutUrl) } : {}),
});
