import { chatFileName, chatHeading, exchangeMarkdown, secureNote } from '@atrium/shared-kernel/markdown/chat-markdown';
import type { Tx } from '../../db/database.ts';
import { pathTo, positionsOf, shownLeaf } from '../chats/branches.ts';
import type { ChatRow } from '../chats/chats.ts';
import { type MessageRow, onWire, rowsOf } from '../chats/messages.ts';
import { keyOf } from '../../ports/objects.ts';

const page = 100;

/** The path of an object's file in the archive. */
export const fileEntry = (key: string): string => `files/${key}`;

/** The path of a chat's file in the archive; the id makes it unique. */
export const chatEntry = ({ id, title, createdDate }: ChatRow): string =>
  `chats/${chatFileName({ title, createdDate: createdDate.toISOString() })} ${id}.md`;

const linkTo = (name: string, url: string | undefined): string => {
  const key = url === undefined ? undefined : keyOf(url);
  const label = name.replaceAll(/[[\]\\\n]/g, ' ');
  return key === undefined ? label : `[${label}](../${fileEntry(key).split('/').map(encodeURIComponent).join('/')})`;
};

interface Reader {
  readonly booktAdmin: boolean;
}

/** Streams the chat as one Markdown document, with the branch that is shown. */
export async function* chatMarkdown(db: Tx, chat: ChatRow, { booktAdmin }: Reader): AsyncGenerator<string> {
  yield chatHeading(chat);
  if (chat.secure) yield secureNote;
  const positions = await positionsOf(db, chat.id);
  const ids = pathTo(positions, shownLeaf(positions, chat.leafId));
  for (let at = 0; at < ids.length; at += page) {
    const rows: MessageRow[] = await rowsOf(db, ids.slice(at, at + page));
    for (const message of await onWire(
      db,
      rows.filter(({ pending }) => !pending),
    ))
      yield exchangeMarkdown(message, { booktAdmin, file: linkTo });
  }
}
