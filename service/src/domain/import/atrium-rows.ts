import type { Sealer } from '../../db/sealed.ts';
import { remapReport, reportOfText } from '../context/reports.ts';
import { withoutUrls } from '../passages/cited.ts';
import type * as entities from './entities.ts';
import { idOfCopy } from './ids.ts';
import type { ImportFile } from './import-files.ts';
import type { NewChat, NewFile, NewMessage } from './store.ts';

interface Copying {
  readonly userId: string;
  readonly sealer: Sealer;
  readonly file: ImportFile;
  /** The ids of imported memories, by their ids in the export. */
  readonly memories: ReadonlyMap<string, string>;
}

/** The row of a chat that does not exist here yet. */
export const chatRow = (
  { userId, sealer }: Pick<Copying, 'userId' | 'sealer'>,
  { id, title, leafId, sharedBy, secure, lengthWarning, createdDate, lastUpdate, archived }: entities.ChatIn,
  pinned: Date | undefined,
): NewChat => ({
  id: idOfCopy(userId, id),
  userId,
  title: secure && title !== '' ? sealer.seal(title) : title,
  secure,
  lengthWarning,
  createdDate,
  lastUpdate,
  sharedBy: sharedBy ?? null,
  archived: archived ?? null,
  pinned: pinned ?? null,
  leafId: leafId === undefined ? null : idOfCopy(userId, leafId),
});

/** The rows of a message that does not exist here yet. */
export const messageRows = async (
  { userId, sealer, file, memories }: Copying,
  message: entities.MessageIn,
  secure: boolean,
): Promise<[NewMessage, NewFile[]]> => {
  const { files, context, parentId, citations, omissions, passages, contextReport, thoughts, ...rest } = message;
  const id = idOfCopy(userId, message.id);
  const seal = (text: string) => (secure ? sealer.seal(text) : text);
  const sealed = (text: string | undefined) => (text === undefined ? null : seal(text));
  const report = contextReport === undefined ? undefined : reportOfText(contextReport);
  const ids = { message: (one: string) => idOfCopy(userId, one), memory: (one: string) => memories.get(one) };
  const row = {
    ...rest,
    id,
    userId,
    chatId: idOfCopy(userId, message.chatId),
    // A parent is always older than its reply, so a cycle is impossible.
    parentId: parentId !== undefined && parentId < message.id ? idOfCopy(userId, parentId) : null,
    prompt: seal(message.prompt),
    content: seal(message.content),
    context: sealed(context),
    citations: sealed(citations),
    omissions: sealed(omissions),
    passages: sealed(passages === undefined ? undefined : withoutUrls(passages)),
    contextReport: sealed(report && JSON.stringify(remapReport(report, ids))),
    thoughts: thoughts.map(seal),
    assistantFileUrl: (await file(message.assistantFileUrl, message.assistantFileType ?? '')) ?? null,
    voiceNote: (await file(message.voiceNote, 'audio/webm')) ?? null,
  };
  const rows: NewFile[] = [];
  for (const [position, { _id: fileId, name, type, url, aspectRatio, size }] of files.entries())
    rows.push({
      messageId: id,
      position,
      fileId,
      name,
      type,
      url: (await file(url, type)) ?? null,
      aspectRatio: aspectRatio ?? null,
      size: size ?? null,
    });
  return [row, rows];
};
