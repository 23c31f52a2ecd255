import type { Tx } from '../../db/database.ts';
import { idAt, newId } from '../../db/id.ts';
import { memories } from '../../db/schema/accounts.ts';
import { chats, chatTags, messages, tags } from '../../db/schema/chats.ts';
import history from './history.json' with { type: 'json' };

interface PastChat {
  readonly title: string;
  /** Hours since its last message. */
  readonly hoursAgo: number;
  /** Pairs of prompt and reply. */
  readonly exchanges: readonly (readonly string[])[];
  readonly tag?: string;
}

/** Chats of three months, so that the list has all its groups and three pages. */
const pastChats: readonly PastChat[] = history;

const hour = 60 * 60 * 1000;
const betweenMessages = 2 * 60 * 1000;

const known = [
  'Works in customer support and leads a team of six.',
  'Prefers short answers with a table where figures are compared.',
  'Cooks vegetarian, and has a balcony with tomatoes.',
];

const seedChat = async (
  tx: Tx,
  userId: string,
  past: PastChat,
  tagIds: Readonly<Record<string, string>>,
  now: Date,
) => {
  const last = now.getTime() - past.hoursAgo * hour;
  const times = past.exchanges.map((_, at) => new Date(last - (past.exchanges.length - 1 - at) * betweenMessages));
  const createdDate = times[0] ?? now;
  const chatId = idAt(createdDate);
  await tx.insert(chats).values({ id: chatId, userId, title: past.title, createdDate, lastUpdate: new Date(last) });
  const ids = times.map(idAt);
  await tx.insert(messages).values(
    past.exchanges.map(([prompt = '', content = ''], at) => {
      const position = { id: ids[at]!, parentId: ids[at - 1] ?? null, chatId, userId };
      return { ...position, prompt, content, createdDate: times[at] ?? createdDate, modal: 'Demo model' };
    }),
  );
  const tagId = past.tag ? tagIds[past.tag] : undefined;
  if (tagId !== undefined) await tx.insert(chatTags).values({ chatId, tagId });
};

/** Creates past chats, two collections and some memories. */
export const seedHistory = async (tx: Tx, userId: string, now: Date): Promise<void> => {
  const tagIds = { Work: newId(), Home: newId() };
  await tx.insert(tags).values([
    { id: tagIds.Work, userId, name: 'Work', icon: 'briefcase', color: 'blue' },
    { id: tagIds.Home, userId, name: 'Home', icon: 'heart', color: 'green' },
  ]);
  for (const past of pastChats) await seedChat(tx, userId, past, tagIds, now);
  await tx.insert(memories).values(known.map((memory) => ({ userId, memory })));
};
