import { bigint, index, jsonb, pgTable, real, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { created, id, instant } from './columns.ts';

export interface ImportCounts {
  readonly added: number;
  readonly known: number;
  readonly skipped: number;
}

export interface ImportReport {
  readonly chats: ImportCounts;
  readonly messages: ImportCounts;
  readonly memories: ImportCounts;
  readonly collections: ImportCounts;
  readonly files: ImportCounts;
  readonly notes: string[];
}

/** Data imports; `key` is the uploaded file, which is removed when the import ends. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    key: text().notNull(),
    /** The announced size in bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: ['uploading', 'waiting', 'running', 'done', 'failed'] })
      .notNull()
      .default('uploading'),
    /** Percent. */
    progress: real().notNull().default(0),
    source: text({ enum: ['atrium', 'chatgpt', 'claude'] }),
    report: jsonb().$type<ImportReport>(),
    msg: text(),
    /** The number of attempts. */
    attempts: bigint({ mode: 'number' }).notNull().default(0),
    createdDate: created(),
    /** The last heartbeat while it runs. If it was interrupted, the time at which that was noticed. */
    heartbeat: instant(),
  },
  (t) => [index('imports_user').on(t.userId, t.id), index('imports_state').on(t.state, t.heartbeat)],
);
