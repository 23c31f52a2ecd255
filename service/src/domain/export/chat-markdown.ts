import { modelName } from '../chats/shared-files.ts';
import { omissionWords } from '@atrium/shared-kernel/contracts/omission-words';
import type { Tx } from '../../db/database.ts';
import { pathTo, positionsOf, shownLeaf } from '../chats/branches.ts';
import type { ChatRow } from '../chats/chats.ts';
import { type MessageRow, onWire, rowsOf } from '../chats/messages.ts';
import { keyOf } from '../../ports/objects.ts';

const page = 100;
const longestName = 60;

/** Where a file of an object is in the archive. */
export const fileEntry = (key: string): string => `files/${key}`;

/** The name of a chat's file: when it began, its title as far as a file may be called so, and its id. */
export const chatEntry = ({ id, title, createdDate }: ChatRow): string => {
  const name = title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, longestName)
    .toWellFormed()
    .trim();
  return `chats/${createdDate.toISOString().slice(0, 10)} ${name || 'Untitled'} ${id}.md`;
};

const quoted = (text: string): string => text.replaceAll(/^/gm, '> ');

const linkTo = (name: string, url: string): string => {
  const key = keyOf(url);
  const label = name.replaceAll(/[[\]\\\n]/g, ' ');
  return key === undefined ? label : `[${label}](../${fileEntry(key).split('/').map(encodeURIComponent).join('/')})`;
};

const citationsOf = (citations: string | undefined): string[] => {
  try {
    const list = JSON.parse(citations ?? '[]') as unknown;
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch {
    // A chat without its notes is better than none.
    return [];
  }
};

const minuteOf = (instant: string): string => instant.slice(0, 16).replace('T', ' ');

interface Reader {
  readonly booktAdmin: boolean;
}

const parts = (message: Awaited<ReturnType<typeof onWire>>[number], reader: Reader): string[] => [
  `## You, ${minuteOf(message.createdDate)}`,
  message.prompt && quoted(message.prompt),
  ...message.userFiles.map(({ name, url }) => `Attached: ${url ? linkTo(name, url) : name}`),
  message.voiceNote ? `Voice: ${linkTo('voice note', message.voiceNote)}` : '',
  `## ${modelName(message.modal ?? 'Assistant', reader)}`,
  message.content,
  ...(message.omissions ?? []).map((omission) => `*(${omissionWords(omission, minuteOf)})*`),
  message.failed ? '*(This answer broke off.)*' : '',
  message.assistantFileUrl ? `Made: ${linkTo('file', message.assistantFileUrl)}` : '',
  ...citationsOf(message.citations).map((url, index) => `[${index + 1}] <${url}>`),
];

/** The chat as one Markdown document, piece by piece: of its branches the one that is shown. */
export async function* chatMarkdown(db: Tx, chat: ChatRow, reader: Reader): AsyncGenerator<string> {
  yield `# ${chat.title.replaceAll(/\s+/g, ' ') || 'Untitled'}\n`;
  if (chat.secure) yield '\nA secure chat: whoever has this file can read it.\n';
  const places = await positionsOf(db, chat.id);
  const ids = pathTo(places, shownLeaf(places, chat.leafId));
  for (let at = 0; at < ids.length; at += page) {
    const rows: MessageRow[] = await rowsOf(db, ids.slice(at, at + page));
    for (const message of await onWire(
      db,
      rows.filter(({ pending }) => !pending),
    ))
      yield `\n${parts(message, reader)
        .filter((part) => part !== '')
        .join('\n\n')}\n`;
  }
}
