import * as calls from '@atrium/shared-kernel/contracts/calls';
import { and, desc, eq } from 'drizzle-orm';
import { titleFrom } from '../../adapters/model/title.ts';
import { schema } from '../../db/database.ts';
import { ownChat, withItsTags } from '../../domain/chats/chats.ts';
import { storable } from '../../domain/text.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../implement.ts';

const { chats } = schema;
/** Milliseconds that a model has for a title; after it the prompt's own words make one. */
const patience = 15_000;

export default implement(calls.chat.nameChat, async ({ services, user, log }, { chatId, prompt }) => {
  const { db } = services.database;
  const [untitled] = chatId
    ? [await ownChat(db, user.id, chatId)]
    : await db
        .select()
        .from(chats)
        .where(and(eq(chats.userId, user.id), eq(chats.title, '')))
        .orderBy(desc(chats.id))
        .limit(1);
  if (!untitled) throw notFound('This chat does not exist.');
  if (untitled.title !== '') return { chat: await withItsTags(db, untitled) };
  const own = titleFrom(prompt);
  const title = await services.model.name(prompt, AbortSignal.timeout(patience)).catch((error: unknown) => {
    log.warn({ err: error }, 'The model gave no title.');
    return own;
  });
  // A title that the person typed meanwhile stays.
  const [named] = await db
    .update(chats)
    .set({ title: storable(title || own).slice(0, 300) })
    .where(and(eq(chats.id, untitled.id), eq(chats.title, '')))
    .returning();
  return { chat: await withItsTags(db, named ?? (await ownChat(db, user.id, untitled.id))) };
});
