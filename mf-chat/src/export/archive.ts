import { strToU8, zipSync } from 'fflate';
import { documentOf, type WrittenChat } from './export.api.ts';

/** A zip with a Markdown file for each chat; ids make their names unique. */
export const archiveOf = (chats: readonly WrittenChat[]): Blob => {
  const files = chats.map((chat) => [`${chat.name} ${chat.id}.md`, strToU8(documentOf(chat))] as const);
  return new Blob([zipSync(Object.fromEntries(files))], { type: 'application/zip' });
};
