import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import { and, eq, exists, or } from 'drizzle-orm';
import { isObjectPath, objectUrl } from '../../ports/objects.ts';
import { schema, type Tx } from '../../db/database.ts';
import { namingOnly } from '../context/omissions.ts';
import { withUrls } from '../passages/cited.ts';
import { pathTo, positionsOf } from './branches.ts';
import { alive } from './chats.ts';

const { chats, messageFiles, messages, shares } = schema;

/** The object's URL for users with the link. It works as long as the link does. */
export const sharedUrl = (url: string, shareId: string): string =>
  isObjectPath(url) ? `${url}?${new URLSearchParams({ share: shareId })}` : url;

/** The share id in a URL made by `sharedUrl`. */
export const shareIn = (url: string): string | undefined =>
  URL.parse(url, 'http://any')?.searchParams.get('share') ?? undefined;

/** The files of shared messages. Their readers may open these, and no others that an answer was written with. */
export const filesIn = (messages: readonly Message[]) => ({
  names: messages.flatMap(({ userFiles }) => userFiles.map(({ name }) => name)),
  urls: new Set(
    messages.flatMap(({ userFiles, assistantFileUrl, voiceNote }) => [
      ...userFiles.map(({ url }) => url),
      assistantFileUrl,
      voiceNote,
    ]),
  ),
});

/**
 * The messages in the form shared by a link: without thoughts, and with file URLs that stop working with the link. Their
 * actions need to know that a model answered (B4.24); only product admins see which one (B6.13). A file of the owner's
 * collection is neither linked nor named, except where an answer cites it.
 */
export const sharedMessages = (
  messages: readonly Message[],
  shareId: string,
  reader?: { readonly booktAdmin: boolean },
): Message[] => {
  const { names, urls } = filesIn(messages);
  const urlOf = (url: string) => (urls.has(url) ? sharedUrl(url, shareId) : undefined);
  return messages.map((message) => {
    const { context: _, assistantFileUrl, voiceNote, userFiles, modal, model, passages, omissions, ...rest } = message;
    return {
      ...rest,
      thoughts: [],
      ...(modal === undefined ? {} : { modal: modelName(modal, reader) }),
      ...(model !== undefined && reader?.booktAdmin ? { model } : {}),
      userFiles: userFiles.map((file) => (file.url ? { ...file, url: sharedUrl(file.url, shareId) } : file)),
      ...(assistantFileUrl ? { assistantFileUrl: sharedUrl(assistantFileUrl, shareId) } : {}),
      ...(voiceNote ? { voiceNote: sharedUrl(voiceNote, shareId) } : {}),
      ...(passages ? { passages: withUrls(passages, urlOf) } : {}),
      ...(omissions ? { omissions: namingOnly(omissions, names) } : {}),
    };
  });
};

/** The model's name for product admins; a generic word for everybody else. */
export const modelName = (modal: string, reader?: { readonly booktAdmin: boolean }): string =>
  reader?.booktAdmin ? modal : 'Assistant';

const linkId = /^[\w-]{1,64}$/;

/** Whether a message in the shared branch refers to the object. A revoked link shares nothing. */
export const isInSharedChat = async (db: Tx, shareId: string, key: string): Promise<boolean> => {
  if (!linkId.test(shareId)) return false;
  const url = objectUrl(key);
  const file = db
    .select({ url: messageFiles.url })
    .from(messageFiles)
    .where(and(eq(messageFiles.messageId, messages.id), eq(messageFiles.url, url)));
  const found = await db
    .select({ id: messages.id, chatId: shares.chatId, lastId: shares.lastMessageId })
    .from(shares)
    .innerJoin(chats, and(eq(chats.id, shares.chatId), eq(chats.secure, false), alive))
    .innerJoin(messages, and(eq(messages.chatId, shares.chatId), eq(messages.pending, false)))
    .where(
      and(eq(shares.id, shareId), or(eq(messages.assistantFileUrl, url), eq(messages.voiceNote, url), exists(file))),
    );
  const [share] = found;
  if (!share) return false;
  const shown = new Set(pathTo(await positionsOf(db, share.chatId), share.lastId));
  return found.some(({ id }) => shown.has(id));
};
