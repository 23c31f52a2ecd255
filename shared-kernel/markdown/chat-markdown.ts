import type { Chat, Message } from '../contracts/entities/chat.ts';
import type { Passage } from '../contracts/entities/passage.ts';
import { omissionWords } from '../contracts/omission-words.ts';
import { citationsIn } from './citations.ts';
import { withClosedFence } from './closed-fence.ts';

/** What differs between the exports of a chat. */
export interface Writing {
  /** Product admins see which model answered, everybody else sees `Assistant` (B6.13). */
  readonly booktAdmin: boolean;
  /** Renders a file by its name, as a link if the file accompanies the document. */
  readonly file: (name: string, url: string | undefined) => string;
}

const maxNameLength = 60;

/** A file name for a chat: its date, and its title as far as file names allow it. */
export const chatFileName = ({ title, createdDate }: Pick<Chat, 'title' | 'createdDate'>): string => {
  const name = title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxNameLength)
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

/** A line for a passage that the answer cites: its file, page and text. */
const passageLine = ({ n, file, page, text }: Passage): string =>
  `[#${n}] ${file.name}${page === undefined ? '' : `, page ${page}`}: “${text.replaceAll(/\s+/g, ' ')}”`;

/** A prompt with its answer. Thoughts are left out. */
export const exchangeMarkdown = (message: Message, { booktAdmin, file }: Writing): string => {
  const parts = [
    `## You, ${minuteOf(message.createdDate)}`,
    message.prompt && quoted(message.prompt),
    ...message.userFiles.map(({ name, url }) => `Attached: ${file(name, url)}`),
    message.voiceNote ? `Voice: ${file('voice note', message.voiceNote)}` : '',
    `## ${(booktAdmin && message.modal) || 'Assistant'}`,
    withClosedFence(message.content),
    ...(message.omissions ?? []).map((omission) => `*(${omissionWords(omission, minuteOf)})*`),
    message.failed ? '*(This answer broke off.)*' : '',
    message.assistantFileUrl ? `Made: ${file('file', message.assistantFileUrl)}` : '',
    ...(message.passages ?? []).map(passageLine),
    ...citationsIn(message.citations).map((url, index) => `[${index + 1}] <${url}>`),
  ];
  return `\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
};
