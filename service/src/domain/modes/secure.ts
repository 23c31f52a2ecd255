import { and, eq, inArray } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import type { Sealer } from '../../db/sealed.ts';
import type { ChatRow } from '../chats/chats.ts';
import { keysOfChat } from '../files/references.ts';
import { sealFiles } from '../passages/open-files.ts';
import type { Mode } from './modes.ts';
import { DomainError } from '../domain-error.ts';

const { chats, chatSummaries, messages, replySegments } = schema;

interface SecureRequest {
  readonly id?: string | undefined;
  readonly secureMode?: boolean | undefined;
}

/**
 * Whether the message is secure, by its own request or because its chat is. Fails with `secure-for-good` if it tries to
 * leave secure mode.
 */
export const isSecureMessage = async (db: Tx, userId: string, { id, secureMode }: SecureRequest): Promise<boolean> => {
  if (secureMode || id === undefined) return secureMode === true;
  const [chat] = await db
    .select({ secure: chats.secure })
    .from(chats)
    .where(and(eq(chats.id, id.toLowerCase()), eq(chats.userId, userId)));
  if (chat?.secure && secureMode === false) throw new DomainError('secure-for-good');
  return chat?.secure === true;
};

/** Encrypts what the chat contained before it became secure. */
const sealChat = async (tx: Tx, { id, title }: ChatRow, { seal }: Sealer): Promise<void> => {
  await sealFiles(tx, await keysOfChat(tx, id));
  const rows = await tx.select().from(messages).where(eq(messages.chatId, id));
  if (rows.some(({ pending }) => pending)) throw new DomainError('chat-still-answering');
  for (const row of rows) {
    const { prompt, content, context, thoughts, citations, omissions, contextReport, passages } = row;
    await tx
      .update(messages)
      .set({
        prompt: seal(prompt),
        content: seal(content),
        context: context === null ? null : seal(context),
        thoughts: thoughts.map((thought) => seal(thought)),
        citations: citations === null ? null : seal(citations),
        omissions: omissions === null ? null : seal(omissions),
        contextReport: contextReport === null ? null : seal(contextReport),
        passages: passages === null ? null : seal(passages),
      })
      .where(eq(messages.id, row.id));
  }
  // Summaries by another model are dropped, so that the model for secure chats writes them again. The user's own text
  // stays.
  await tx.update(chatSummaries).set({ text: '' }).where(eq(chatSummaries.chatId, id));
  for (const { id: summaryId, written } of await tx.select().from(chatSummaries).where(eq(chatSummaries.chatId, id)))
    await (written === null
      ? tx.delete(chatSummaries).where(eq(chatSummaries.id, summaryId))
      : tx
          .update(chatSummaries)
          .set({ written: seal(written) })
          .where(eq(chatSummaries.id, summaryId)));
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await tx.delete(replySegments).where(inArray(replySegments.messageId, ids));
  if (title !== '')
    await tx
      .update(chats)
      .set({ title: seal(title) })
      .where(eq(chats.id, id));
};

/**
 * The sealer for messages of this chat; undefined if it is not secure. A chat that becomes secure is encrypted with all
 * its content. Fails with `chat-still-answering` while a reply is being written in such a chat, and with
 * `secure-for-good` if the chat became secure in the meantime.
 */
export const sealerFor = async (
  tx: Tx,
  chat: ChatRow,
  mode: Mode | undefined,
  sealer: Sealer | undefined,
): Promise<Sealer | undefined> => {
  if (mode !== 'secure') {
    if (chat.secure) throw new DomainError('secure-for-good');
    return undefined;
  }
  if (!sealer) throw new DomainError('secure-not-set-up');
  if (!chat.secure) await sealChat(tx, chat, sealer);
  return sealer;
};
