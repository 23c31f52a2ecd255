import * as calls from '@atrium/shared-kernel/contracts/calls';
import { readableName } from '@atrium/shared-kernel/contracts/given-name';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { titleFrom } from '../../formats/title.ts';
import { schema, type Tx } from '../../db/database.ts';
import { listed, ownChat, withItsTags } from '../../domain/chats/chats.ts';
import { storable } from '../../domain/text.ts';
import { runSideRequest, textAmounts } from '../../domain/usage/side-request.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

const { chats, messages } = schema;
/** The time limit of the model, in milliseconds; after it, the title is made from the prompt. */
const timeout = 15_000;

const secureTitle = 'Secure chat';

/** The text of the first message, for a chat whose prompt is only a voice note. */
const firstPrompt = async (db: Tx, chatId: string): Promise<string> => {
  const [first] = await db
    .select({ prompt: messages.prompt })
    .from(messages)
    .where(eq(messages.chatId, chatId))
    .orderBy(asc(messages.id))
    .limit(1);
  return first?.prompt.trim() ?? '';
};

export default implement(calls.chat.nameChat, async ({ services, user, log }, { chatId, prompt, fileMetadata }) => {
  const { db } = services.database;
  const [untitled] = chatId
    ? [await ownChat(db, user.id, chatId)]
    : await db
        .select()
        .from(chats)
        .where(and(eq(chats.userId, user.id), eq(chats.title, ''), listed))
        .orderBy(desc(chats.id))
        .limit(1);
  if (!untitled) throw new DomainError('unknown-chat');
  if (untitled.expires) throw new DomainError('temporary-chat');
  if (untitled.title !== '') return { chat: await withItsTags(db, untitled) };
  if (untitled.secure) {
    // No text of a secure chat is sent anywhere.
    await db
      .update(chats)
      .set({ title: secureTitle })
      .where(and(eq(chats.id, untitled.id), eq(chats.title, '')));
    return { chat: await withItsTags(db, await ownChat(db, user.id, untitled.id)) };
  }
  const subject =
    prompt.trim() || (await firstPrompt(db, untitled.id)) || (fileMetadata ?? []).map(({ name }) => name).join(', ');
  const own = titleFrom(subject);
  const sideRequest = { user: user.id, purpose: 'title', model: services.sideEntry, timeout, log } as const;
  const title = await runSideRequest(services, { ...sideRequest, ...textAmounts(subject) }, (...args) =>
    services.model.name(subject, ...args),
  ).catch((error: unknown) => {
    log.warn({ err: error }, 'The model returned no title.');
    return own;
  });
  const found = readableName(storable(title || own)).slice(0, 300);
  // A title that the user entered in the meantime stays. A chat that became secure stores no words of its messages.
  const [named] = await db
    .update(chats)
    .set({ title: sql`case when ${chats.secure} then ${secureTitle} else ${found} end` })
    .where(and(eq(chats.id, untitled.id), eq(chats.title, '')))
    .returning();
  return { chat: await withItsTags(db, named ?? (await ownChat(db, user.id, untitled.id))) };
});
