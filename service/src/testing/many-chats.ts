import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { openDatabase, schema } from '../db/database.ts';

/**
 * `node many-chats.ts <data folder> <email> <count>`: adds many chats, an hour apart, to the embedded database of a
 * running product.
 */
const [data = '', email = '', count = '10000'] = process.argv.slice(2);
const { chats, users } = schema;
const fail = (error: Error) => {
  throw error;
};
const connection = { host: join(data, 'postgres/socket'), user: 'atrium', database: 'atrium' };
const database = openDatabase(connection, { onError: fail });
const { db } = database;
const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
if (!user) throw new Error(`There is no account ${email}.`);
const hour = 3_600_000;
const at = (index: number) => new Date(Date.now() - index * hour);
const rows = Array.from({ length: Number(count) }, (_, index) => ({
  userId: user.id,
  title: `Chat ${index + 1} about the things of that hour`,
  createdDate: at(index),
  lastUpdate: at(index),
}));
for (let from = 0; from < rows.length; from += 500) await db.insert(chats).values(rows.slice(from, from + 500));
await database.close();
