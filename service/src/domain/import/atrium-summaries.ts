import { schema } from '../../db/database.ts';
import { pathTo, positionsOf, shownLeaf } from '../chats/branches.ts';
import { lockChat } from '../chats/chats.ts';
import { pruneSummaries, retainedOf } from '../context/summaries.ts';
import { type AtriumImport, copiesOf } from './atrium-chats.ts';
import type * as entities from './entities.ts';
import { idOfCopy } from './ids.ts';

const { chatSummaries } = schema;

const newestFirst = (some: readonly entities.SummaryIn[]): readonly entities.SummaryIn[] =>
  some.toSorted((a, b) => b.lastUpdate.getTime() - a.lastUpdate.getTime());

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
      const { leafId } = await lockChat(tx, userId, chatId);
      const positions = await positionsOf(tx, chatId);
      const branch = pathTo(positions, shownLeaf(positions, leafId));
      const copied = newestFirst(some).map((summary) => ({ ...summary, upToId: idOfCopy(userId, summary.upToId) }));
      // An archive may contain any number of summaries per chat; only as many as would be retained are stored.
      for (const { id, upToId, written, text, createdDate, lastUpdate } of retainedOf(copied, branch)) {
        const covers = pathTo(positions, upToId).length;
        if (covers === 0) {
          tally.note('Some summaries belong to messages that are not in the archive, and were left out.');
          continue;
        }
        const words = { written: written === undefined ? null : seal(written), text: seal(text) };
        const row = {
          id: idOfCopy(userId, id),
          chatId,
          userId,
          upToId,
          covers,
          ...words,
          createdDate,
          lastUpdate,
        };
        await tx.insert(chatSummaries).values(row).onConflictDoNothing();
      }
      await pruneSummaries(tx, chatId, branch);
    });
  }
};
