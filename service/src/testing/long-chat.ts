import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { openDatabase, schema } from '../db/database.ts';
import { newId } from '../db/id.ts';

/**
 * `node long-chat.ts <data folder or DATABASE_URL> <email> <exchanges>`: adds a chat of many exchanges to the database
 * of a running product and prints the chat's id.
 */
const [data = '', email = '', exchanges = '2000'] = process.argv.slice(2);
const { chats, messages, users } = schema;
const fail = (error: Error) => {
  throw error;
};
const connection = data.startsWith('postgres://')
  ? { connectionString: data }
  : { host: join(data, 'postgres/socket'), user: 'atrium', database: 'atrium' };
const database = openDatabase(connection, { onError: fail });
const { db } = database;

const sentence = (at: number) =>
  `Sentence ${at} says with **some weight** what \`part_${at}\` does, and why the order of its steps matters here.`;
const paragraph = (at: number) => [0, 1, 2, 3].map((more) => sentence(at + more)).join(' ');
/** Parts of typical answers. */
const parts = [
  paragraph,
  (at: number) => `## Part ${at}\n\n${paragraph(at)}`,
  (at: number) => [1, 2, 3, 4].map((item) => `${item}. ${sentence(at + item)}`).join('\n'),
  (at: number) =>
    `\`\`\`ts\n${Array.from({ length: 12 }, (_, line) => `const value${line} = compute(${at}, ${line});`).join('\n')}\n\`\`\``,
  (at: number) => `| Name | Value |\n| --- | ---: |\n| row ${at} | ${at} |\n| row ${at + 1} | ${at * 3} |`,
  (at: number) => [1, 2, 3].map((item) => `- ${sentence(at + item)}`).join('\n'),
];
/** An answer. Most are short, every tenth is long. */
const answer = (at: number) =>
  Array.from({ length: at % 10 === 9 ? 14 : 2 + (at % 4) }, (_, part) => parts[(at + part) % parts.length]?.(at)).join(
    '\n\n',
  );

const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
if (!user) throw new Error(`There is no account ${email}.`);
const [chat] = await db.insert(chats).values({ userId: user.id, title: 'A very long chat' }).returning();
if (!chat) throw new Error('The chat could not be made.');
const count = Number(exchanges);
const ids = Array.from({ length: count }, () => newId());
const rows = ids.map((id, at) => ({
  id,
  chatId: chat.id,
  userId: user.id,
  parentId: ids[at - 1] ?? null,
  prompt: `Question ${at + 1}: ${sentence(at)}`,
  content: `Answer ${at + 1}.\n\n${answer(at)}`,
  modal: 'upstream-model',
}));
for (let at = 0; at < rows.length; at += 250) await db.insert(messages).values(rows.slice(at, at + 250));
await database.close();
process.stdout.write(`${chat.id}\n`);
