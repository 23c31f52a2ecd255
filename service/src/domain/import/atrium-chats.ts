import { pinnedMessagesMax } from '@atrium/shared-kernel/contracts/constants';
import { and, count, eq } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.ts';
import { type Db, schema, type Tx } from '../../db/database.ts';
import type { Sealer } from '../../db/sealed.ts';
import { keyOf } from '../../ports/objects.ts';
import { pathTo, positionsOf } from '../chats/branches.ts';
import { sealFiles } from '../passages/open-files.ts';
import { chatRow, messageRows } from './atrium-rows.ts';
import type * as entities from './entities.ts';
import { idOfCopy } from './ids.ts';
import type { ImportFile } from './import-files.ts';
import type { Tally } from './report.ts';
import {
  addChats,
  addMessages,
  continueChat,
  knownChats,
  type NewFile,
  type NewMessage,
  roomForPins,
} from './store.ts';

const { chats, messages } = schema;

export interface AtriumImport {
  readonly db: Db;
  readonly userId: string;
  readonly sealer: Sealer;
  readonly tally: Tally;
  readonly file: ImportFile;
}

interface ChatEnd {
  /** The copy of the last message of the shown branch. */
  readonly leafId: string | undefined;
  readonly lastUpdate: Date;
}

/** What an import carries from one piece of the export to the next. */
export interface ImportState {
  /** The ids of imported collections and memories, by their ids in the export. */
  readonly collections: Map<string, string>;
  readonly memories: Map<string, string>;
  /** Where chats end in the export that an earlier import has copied, by the ids of the copies. */
  readonly ends: Map<string, ChatEnd>;
  /** How many more chats may be pinned. */
  pins?: number;
}

export const storeChats = async (
  { db, userId, sealer, tally }: AtriumImport,
  state: ImportState,
  full: readonly entities.ChatIn[],
): Promise<void> => {
  state.pins ??= await roomForPins(db, userId);
  await db.transaction(async (tx) => {
    // The original chats may still exist here.
    const here = await knownChats(
      tx,
      userId,
      full.flatMap(({ id }) => [id, idOfCopy(userId, id)]),
    );
    const fresh = full.filter(({ id }) => !here.has(id) && !here.has(idOfCopy(userId, id)));
    for (const { id, leafId, lastUpdate } of full.filter((chat) => here.has(idOfCopy(userId, chat.id))))
      state.ends.set(idOfCopy(userId, id), {
        leafId: leafId === undefined ? undefined : idOfCopy(userId, leafId),
        lastUpdate,
      });
    const rows = fresh.map((chat) => {
      const pin = chat.pinned !== undefined && state.pins! > 0;
      if (pin) state.pins! -= 1;
      return chatRow({ userId, sealer }, chat, pin ? chat.pinned : undefined);
    });
    await addChats(tx, rows);
    const own = await knownChats(
      tx,
      userId,
      rows.map(({ id }) => id),
    );
    const links = fresh.flatMap(({ id, collections: of, home }) =>
      of.flatMap((tag) => {
        const tagId = state.collections.get(tag);
        const chatId = idOfCopy(userId, id);
        return tagId && own.has(chatId) ? [{ chatId, tagId, home: tag === home }] : [];
      }),
    );
    await addChats(tx, [], links);
    tally.chats.added += own.size;
    tally.chats.known += full.length - fresh.length;
    tally.chats.skipped += fresh.length - own.size;
  });
};

/**
 * Which of the exported chats were copied, by the ids of the copies, and which still exist here as originals, which
 * stay unchanged.
 */
export const copiesOf = async (
  { db, userId }: Pick<AtriumImport, 'db' | 'userId'>,
  chatIds: readonly string[],
): Promise<{ readonly original: ReadonlySet<string>; readonly copies: ReadonlyMap<string, boolean> }> => {
  const original = await knownChats(db, userId, chatIds);
  const others = chatIds.filter((id) => !original.has(id)).map((id) => idOfCopy(userId, id));
  return { original: new Set(original.keys()), copies: await knownChats(db, userId, others) };
};

/** Limits the pinned messages of each chat to what a user may pin. */
const withinPins = async ({ db, tally }: AtriumImport, rows: readonly NewMessage[]): Promise<NewMessage[]> => {
  const chatIds = [...new Set(rows.filter(({ pinned }) => pinned).map(({ chatId }) => chatId))];
  const stored = await db
    .select({ chatId: messages.chatId, pins: count() })
    .from(messages)
    .where(and(anyOf(messages.chatId, chatIds), eq(messages.pinned, true)))
    .groupBy(messages.chatId);
  const pins = new Map(stored.map((row) => [row.chatId, row.pins]));
  return rows.map((row) => {
    if (!row.pinned) return row;
    const before = pins.get(row.chatId) ?? 0;
    if (before < pinnedMessagesMax) {
      pins.set(row.chatId, before + 1);
      return row;
    }
    tally.note(`A chat keeps ${pinnedMessagesMax} messages in context at most: more of them are no longer kept.`);
    return { ...row, pinned: false };
  });
};

/** Shows the messages that were added to chats of an earlier import, unless the user went on with them here. */
const showAdded = async (
  tx: Tx,
  { userId, ends }: Pick<AtriumImport, 'userId'> & Pick<ImportState, 'ends'>,
  rows: readonly NewMessage[],
  added: ReadonlySet<string>,
): Promise<void> => {
  for (const id of new Set(rows.flatMap((row) => (added.has(row.id) ? [row.chatId] : [])))) {
    const end = ends.get(id);
    if (!end) continue;
    const leafId = end.leafId !== undefined && added.has(end.leafId) ? end.leafId : undefined;
    const branch = leafId === undefined ? [] : pathTo(await positionsOf(tx, id), leafId);
    await continueChat(tx, { id, userId, lastUpdate: end.lastUpdate, leafId }, anyOf(chats.leafId, branch));
  }
};

export const storeMessages = async (
  target: AtriumImport,
  { memories, ends }: ImportState,
  full: readonly entities.MessageIn[],
): Promise<void> => {
  const { db, userId, tally } = target;
  const { original, copies } = await copiesOf(target, [...new Set(full.map(({ chatId }) => chatId))]);
  const ofCopies = full.filter(({ chatId }) => copies.has(idOfCopy(userId, chatId)));
  const ids = ofCopies.map(({ id }) => idOfCopy(userId, id));
  const existing = await db.select({ id: messages.id }).from(messages).where(anyOf(messages.id, ids));
  const known = new Set(existing.map(({ id }) => id));
  const fresh = ofCopies.filter(({ id }) => !known.has(idOfCopy(userId, id)));
  const created: [NewMessage, NewFile[]][] = [];
  for (const message of fresh)
    created.push(
      await messageRows({ ...target, memories }, message, copies.get(idOfCopy(userId, message.chatId)) === true),
    );
  const rows = await withinPins(
    target,
    created.map(([row]) => row),
  );
  const files = created.flatMap(([, some]) => some);
  const secure = new Set(rows.flatMap(({ id, chatId }) => (copies.get(chatId) === true ? [id] : [])));
  const sealed = files.flatMap(({ messageId, url }) => (url && secure.has(messageId) ? (keyOf(url) ?? []) : []));
  const added = await db.transaction(async (tx) => {
    await sealFiles(tx, sealed);
    const inserted = await addMessages(tx, rows, files);
    await showAdded(tx, { userId, ends }, rows, inserted);
    return inserted;
  });
  const withoutChat = full.length - ofCopies.length - full.filter(({ chatId }) => original.has(chatId)).length;
  tally.messages.added += added.size;
  tally.messages.skipped += withoutChat;
  tally.messages.known += full.length - added.size - withoutChat;
};
