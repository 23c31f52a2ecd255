import type { Tx } from '../../db/database.ts';
import type { CountTokens } from '../context/tokens.ts';
import type { SearchQuery } from '../passages/documents.ts';
import { rankPassages } from '../passages/rank.ts';
import { inProcess } from '../passages/searched.ts';
import { groupsIn, groupSize, positionOf, readGroups, type TurnGroup } from './store.ts';

/** Passages of older messages in the form the model gets them, before the prompt. */
export interface Recalled {
  readonly block: string;
  /** The number of passages, and the messages they come from, oldest first, with their tokens. */
  readonly count: number;
  readonly turns: readonly { readonly messageId: string; readonly tokens: number }[];
}

/**
 * Finds the parts of a chat that match its prompt, within `tokens`, except in messages that are included as a whole.
 */
export type Recall = (included: ReadonlySet<string>, tokens: number, count: CountTokens) => Recalled | undefined;

const introduction =
  'Parts of earlier messages of this chat that may bear on the message below, word for word, the oldest first. Where they differ, what was said later holds.';
/** The most tokens of the mark before a passage. */
const markTokens = 16;
/** The number of groups that are searched: the newest that are not included. The summary covers older ones. */
const maxSearchedGroups = 100;
/** The number of passages that are considered, and how many may fail to fit before the search ends. */
const most = { ranked: 300, missed: 8 } as const;

interface Part {
  readonly messageId: string;
  /** Its index in the chat. */
  readonly index: number;
  readonly passage: number;
  readonly answer: boolean;
  readonly text: string;
  readonly tokens: number;
}

const blockOf = (parts: readonly Part[]): string =>
  [
    introduction,
    ...parts.map(
      ({ index, answer, text }) => `[Message ${index + 1}, ${answer ? 'your answer' : 'the person'}]\n${text}`,
    ),
  ].join('\n\n');

/** Prepares a search in older messages of a branch; undefined if none of them is indexed. */
export const openRecall = async (
  db: Tx,
  branch: readonly string[],
  query: SearchQuery,
): Promise<Recall | undefined> => {
  const ranges = groupsIn(branch);
  const stored = await readGroups(
    db,
    ranges.map(({ upToId }) => upToId),
    query.embedder,
  );
  if (stored.size === 0) return undefined;
  return (included, tokens, count) => {
    const known = ranges
      .flatMap(({ upToId, from }): { readonly group: TurnGroup; readonly from: number }[] => {
        const group = stored.get(upToId);
        const all = branch.slice(from, from + groupSize).every((id) => included.has(id));
        return group && !all ? [{ group, from }] : [];
      })
      .slice(-maxSearchedGroups);
    const parts: Part[] = [];
    let left = tokens - count(introduction);
    let missed = 0;
    const ranked = rankPassages(
      known.map(({ group }) => inProcess(group)),
      query,
      most.ranked,
    );
    for (const { file, passage } of ranked) {
      if (missed > most.missed || left < markTokens) break;
      const { group, from } = known[file]!;
      const { message, answer } = positionOf(group.index[passage]?.page ?? 1);
      const messageId = branch[from + message]!;
      if (included.has(messageId)) continue;
      const text = group.texts[passage]!;
      const cost = count(text, left) + markTokens;
      if (cost > left) {
        missed += 1;
        continue;
      }
      left -= cost;
      parts.push({ messageId, index: from + message, passage, answer, text, tokens: cost });
    }
    if (parts.length === 0) return undefined;
    const inOrder = parts.toSorted((a, b) => a.index - b.index || a.passage - b.passage);
    const turns = [...Map.groupBy(inOrder, ({ messageId }) => messageId)].map(([messageId, some]) => ({
      messageId,
      tokens: some.reduce((sum, one) => sum + one.tokens, 0),
    }));
    return { block: blockOf(inOrder), count: parts.length, turns };
  };
};
