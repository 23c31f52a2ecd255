import { schema } from '../../db/database.ts';
import { pathTo, positionsOf } from '../chats/branches.ts';
import { lockChat } from '../chats/chats.ts';
import { pruneSummaries, maxSummaries } from '../context/summaries.ts';
import { type AtriumImport, copiesOf } from './atrium-chats.ts';
import type * as entities from './entities.ts';
import { idOfCopy } from './ids.ts';

const { chatSummaries } = schema;

/** An archive may contain any number of summaries per chat; only as many as would be retained are read. */
const newest = (some: readonly entities.SummaryIn[]): readonly entities.SummaryIn[] =>
  some.toSorted((a, b) => b.lastUpdate.getTime() - a.lastUpdate.getTime()).slice(0, maxSummaries);

/**
 * Adds summaries of chats whose messages are already imported. How many messages a summary covers is counted, not taken
 * from the archive, because a request leaves out that many.
 */
export const storeSummaries = async (target: AtriumImport, full: readonly entities.SummaryIn[]): Promise<void> => {
  const { db, userId, sealer, tally } = target;
  const { copies } = await copiesOf(target, [...new Set(full.map(({ chatId }) => chatId))]);
  for (const [chatId, some] of Map.groupBy(full, (summary) => idOfCopy(userId, summary.chatId))) {
    const secure = copies.get(chatId);
    if (secure === undefined) continue;
    const seal = (words: string) => (secure && words !== '' ? sealer.seal(words) : words);
    await db.transaction(async (tx) => {
      await lockChat(tx, userId, chatId);
      const positions = await positionsOf(tx, chatId);
      for (const { id, upToId, written, text, createdDate, lastUpdate } of newest(some)) {
        const end = idOfCopy(userId, upToId);
        const covers = pathTo(positions, end).length;
        if (covers === 0) {
          tally.note('Some summaries belong to messages that are not in the archive, and were left out.');
          continue;
        }
        const words = { written: written === undefined ? null : seal(written), text: seal(text) };
        const row = {
          id: idOfCopy(userId, id),
          chatId,
          userId,
          upToId: end,
          covers,
          ...words,
          createdDate,
          lastUpdate,
        };
        await tx.insert(chatSummaries).values(row).onConflictDoNothing();
      }
      await pruneSummaries(tx, chatId);
    });
  }
};
