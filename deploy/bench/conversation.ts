import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { linesOf, post } from './reply-lines.ts';

/** A user who is signed in to a service. */
export interface Person {
  readonly url: string;
  readonly cookie: string;
  readonly origin: string;
}

export interface SentFile {
  readonly _id: string;
  readonly name: string;
  readonly type: string;
  readonly url: string;
}

interface Prompt {
  readonly prompt: string;
  readonly model: string;
  readonly id?: string | undefined;
  readonly replaces?: string | undefined;
  readonly files?: readonly SentFile[];
}

/** The messages that a prompt created, and the milliseconds until the first word of the reply. */
export interface Conversed {
  readonly chat: string;
  readonly message: string;
  readonly first: number;
}

const headersOf = ({ cookie, origin }: Person) => ({ cookie, origin });

/** Sends a prompt and reads the reply to its end. Throws if the reply is not complete. */
export const converse = async (person: Person, prompt: Prompt): Promise<Conversed> => {
  const since = performance.now();
  const response = await post(`${person.url}/api${calls.chat.streamReply.path}`, prompt, headersOf(person));
  if (!response.ok) throw new Error(`A prompt was answered ${response.status}: ${await response.text()}`);
  const made = { chat: '', message: '', first: Number.NaN };
  let outcome = 'without an end';
  for await (const line of linesOf(response)) {
    const item = JSON.parse(line) as ReplyItem;
    if (item.type === 'chatId') made.chat = item.chatId;
    if (item.type === 'id') made.message = item.id;
    if (item.type === 'text' && Number.isNaN(made.first)) made.first = performance.now() - since;
    if (item.type === 'end') outcome = item.outcome;
  }
  if (outcome !== 'complete') throw new Error(`A reply ended ${outcome}.`);
  return made;
};

export const turnMemoryOff = async (person: Person): Promise<void> => {
  const { path } = calls.memories.setMemoryEnabled;
  const { status } = await post(`${person.url}/api${path}`, { enabled: false }, headersOf(person));
  if (status !== 200) throw new Error(`Memory could not be turned off: ${status}.`);
};

let files = 0;

/** Uploads a file with the same calls as the browser. */
export const uploadFile = async (
  person: Person,
  name: string,
  type: string,
  content: Uint8Array,
): Promise<SentFile> => {
  const query = new URLSearchParams({ fileType: type, folder: 'chatFiles' });
  const response = await fetch(`${person.url}/api${calls.files.uploadUrl.path}?${query}`, {
    headers: headersOf(person),
  });
  const { uploadUrl, key } = (await response.json()) as { uploadUrl: string; key: string };
  const { status } = await fetch(new URL(uploadUrl, person.url), {
    method: 'PUT',
    headers: { ...headersOf(person), 'content-type': type },
    body: new Uint8Array(content),
  });
  if (status !== 204) throw new Error(`The upload of ${name} was answered ${status}.`);
  files += 1;
  return { _id: files.toString(16).padStart(24, '0'), name, type, url: `/objects/${key}` };
};
