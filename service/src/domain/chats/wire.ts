import type { Chat, Message, Tag, UserFile } from '@atrium/shared-kernel/contracts/entities/chat';
import { omissionsOf } from '../context/omissions.ts';
import { passagesOf } from '../passages/cited.ts';
import type { schema } from '../../db/database.ts';
import { revisionOf } from '../revision.ts';

type ChatRow = typeof schema.chats.$inferSelect;
type MessageRow = typeof schema.messages.$inferSelect;
type TagRow = typeof schema.tags.$inferSelect;
type FileRow = typeof schema.messageFiles.$inferSelect;

/** The revision of the name and appearance of a collection. */
export const tagRevision = ({ name, icon, color }: TagRow): string => revisionOf(name, icon, color);

export const tagOnWire = (row: TagRow): Tag => ({
  _id: row.id,
  name: row.name,
  icon: row.icon,
  color: row.color,
  lastUpdate: row.lastUpdate.toISOString(),
  ...(row.instructed ? { instructed: true } : {}),
  ...(row.fileCount > 0 ? { fileCount: row.fileCount } : {}),
  revision: tagRevision(row),
});

export const titleRevision = ({ title }: Pick<ChatRow, 'title'>): string => revisionOf(title);

/** The revision of the collections that a chat is in. */
export const tagsRevision = (tagIds: readonly string[]): string => revisionOf(tagIds.toSorted());

/** `home` is the collection that the chat started in, if it is still in it. */
export const chatOnWire = (row: ChatRow, tags: readonly TagRow[], home?: string): Chat => ({
  _id: row.id,
  title: row.title,
  tags: tags.map(tagOnWire),
  revisions: { title: titleRevision(row), tags: tagsRevision(tags.map(({ id }) => id)) },
  secure: row.secure,
  createdDate: row.createdDate.toISOString(),
  lastUpdate: row.lastUpdate.toISOString(),
  ...(row.function ? { function: row.function } : {}),
  ...(row.agentId ? { flow: row.agentId } : {}),
  ...(row.model ? { model: row.model } : {}),
  ...(home ? { home } : {}),
  ...(row.expires ? { temporary: true } : {}),
  ...(row.sharedBy ? { sharedBy: row.sharedBy } : {}),
  ...(row.pinned ? { pinned: row.pinned.toISOString() } : {}),
  ...(row.archived ? { archived: row.archived.toISOString() } : {}),
  ...(row.lengthWarning ? { lengthWarning: true } : {}),
});

export const fileOnWire = ({ fileId, name, type, url, aspectRatio, size }: FileRow): UserFile => ({
  _id: fileId,
  name,
  type,
  ...(url === null ? {} : { url }),
  ...(aspectRatio === null ? {} : { aspectRatio }),
  ...(size === null ? {} : { size }),
});

/** `reportId` is set if the reader has reported the message. */
export const messageOnWire = (row: MessageRow, files: readonly FileRow[], reportId?: string): Message => ({
  _id: row.id,
  prompt: row.prompt,
  content: row.content,
  createdDate: row.createdDate.toISOString(),
  pending: row.pending,
  failed: row.failed,
  stopped: row.stopped,
  thoughts: row.thoughts,
  fromNote: row.fromNote,
  userFiles: files.toSorted((a, b) => a.position - b.position).map(fileOnWire),
  ...(reportId ? { reportId } : {}),
  ...(row.context === null ? {} : { context: row.context }),
  ...(row.mode === null ? {} : { mode: row.mode }),
  ...(row.loadingText === null ? {} : { loadingText: row.loadingText }),
  ...(row.citations === null ? {} : { citations: row.citations }),
  ...(row.assistantFileUrl === null ? {} : { assistantFileUrl: row.assistantFileUrl }),
  ...(row.assistantFileType === null ? {} : { assistantFileType: row.assistantFileType }),
  ...(row.voiceNote === null ? {} : { voiceNote: row.voiceNote }),
  ...(row.modal === null ? {} : { modal: row.modal }),
  ...(row.model === null ? {} : { model: row.model }),
  ...(row.failure === null ? {} : { failure: row.failure }),
  ...(row.passages === null ? {} : { passages: passagesOf(row.passages) }),
  ...(row.omissions === null ? {} : { omissions: omissionsOf(row.omissions) }),
});
