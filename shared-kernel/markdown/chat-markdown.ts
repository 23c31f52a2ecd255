import type { Chat, Message } from '../contracts/entities/chat.ts';
import type { Passage } from '../contracts/entities/passage.ts';
import { omissionWords } from '../contracts/omission-words.ts';
import { citationsIn } from './citations.ts';

/** What differs between the places that a chat is exported from. */
export interface Writing {
  /** Product admins read which model answered, everybody else `Assistant` (B6.13). */
  readonly booktAdmin: boolean;
  /** A file by its name, as a link where the document has the file beside it. */
  readonly file: (name: string, url: string | undefined) => string;
}

const longestName = 60;

/** A name for the file of a chat: when it began, and its title as far as a file may be called so. */
export const chatFileName = ({ title, createdDate }: Pick<Chat, 'title' | 'createdDate'>): string => {
  const name = title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, longestName)
    .toWellFormed()
    .trim();
  return `${createdDate.slice(0, 10)} ${name || 'Untitled'}`;
};

/** The title of a chat as a heading. */
export const chatHeading = ({ title }: Pick<Chat, 'title'>): string =>
  `# ${title.replaceAll(/\s+/g, ' ') || 'Untitled'}\n`;

export const secureNote = '\nA secure chat: anyone who has this file can read it.\n';

const quoted = (text: string): string => text.replaceAll(/^/gm, '> ');
const minuteOf = (instant: string): string => instant.slice(0, 16).replace('T', ' ');

/** Where in a file a passage stands that the answer cites. */
const passageLine = ({ n, file, page, text }: Passage): string =>
  `[#${n}] ${file.name}${page === undefined ? '' : `, page ${page}`}: “${text.replaceAll(/\s+/g, ' ')}”`;

/** A prompt with its answer. Thoughts are none of it, and an answer that is still being written has no place yet. */
export const exchangeMarkdown = (message: Message, { booktAdmin, file }: Writing): string => {
  const parts = [
    `## You, ${minuteOf(message.createdDate)}`,
    message.prompt && quoted(message.prompt),
    ...message.userFiles.map(({ name, url }) => `Attached: ${file(name, url)}`),
    message.voiceNote ? `Voice: ${file('voice note', message.voiceNote)}` : '',
    `## ${(booktAdmin && message.modal) || 'Assistant'}`,
    message.content,
    ...(message.omissions ?? []).map((omission) => `*(${omissionWords(omission, minuteOf)})*`),
    message.failed ? '*(This answer broke off.)*' : '',
    message.assistantFileUrl ? `Made: ${file('file', message.assistantFileUrl)}` : '',
    ...(message.passages ?? []).map(passageLine),
    ...citationsIn(message.citations).map((url, index) => `[${index + 1}] <${url}>`),
  ];
  return `\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
};
