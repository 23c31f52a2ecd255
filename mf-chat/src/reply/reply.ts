import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { messagePoll } from '@atrium/shared-kernel/contracts/constants';
import { isId } from '@atrium/shared-kernel/contracts/id';
import { replyChange } from '@atrium/shared-kernel/replies';

/** A message with what only this browser knows about it. */
export interface LiveMessage extends Message {
  /** Stays while `_id` changes from the local one to the service's. */
  readonly key: string;
  /** Its events are arriving right now. */
  readonly streaming: boolean;
  /** Sequence number of its last event. */
  readonly seq: number;
  /** The thought that is still being written. */
  readonly thinking?: string | undefined;
  readonly warning?: boolean;
  /** The user has asked to stop it. */
  readonly stopping?: boolean;
  readonly documentName?: string;
  /** Id of the send that created it, until the service has assigned the message's id. */
  readonly sendId?: string;
}

export const fromService = (message: Message): LiveMessage => ({
  ...message,
  key: message._id,
  streaming: false,
  seq: 0,
});

/** A message that is being sent. `key` is its id until the service assigns one. */
export const fromPrompt = (
  prompt: string,
  key: string,
  now: Date,
  fields: Pick<Message, 'voiceNote'> & Partial<Pick<LiveMessage, 'userFiles' | 'sendId'>> = {},
): LiveMessage => ({
  _id: key,
  key,
  prompt,
  content: '',
  createdDate: now.toISOString(),
  pending: true,
  failed: false,
  thoughts: [],
  userFiles: [],
  ...fields,
  streaming: true,
  seq: 0,
});

const ended = (outcome: 'complete' | 'failed' | 'stopped'): Partial<LiveMessage> => ({
  pending: false,
  streaming: false,
  networkError: false,
  failed: outcome === 'failed',
  ...(outcome === 'stopped' ? { stopped: true } : {}),
});

const withVersion = (versions: readonly string[], id: string) =>
  versions.includes(id) ? [...versions] : [...versions, id];

/** What an event changes apart from the reply itself. */
const otherChanges = ({ versions }: LiveMessage, item: ReplyItem): Partial<LiveMessage> => {
  switch (item.type) {
    case 'document':
      return { documentName: item.name };
    case 'id':
      return { _id: item.id, ...(versions ? { versions: withVersion(versions, item.id) } : {}) };
    case 'warning':
      return { warning: true };
    case 'end':
      return ended(item.outcome);
    // The thread handles `chatId`, because it concerns the chat, not the message.
    default:
      return {};
  }
};

/** The message after an event of its reply. An event that was seen before changes nothing. */
export const withItem = (message: LiveMessage, item: ReplyItem): LiveMessage =>
  item.seq <= message.seq
    ? message
    : { ...message, ...replyChange(message, item), ...otherChanges(message, item), seq: item.seq };

/** Whether a message is too old to wait for, or was never known to the service (B4.18). */
export const isStale = (message: LiveMessage, now: number): boolean =>
  !isId(message._id) || now - Date.parse(message.createdDate) >= messagePoll.staleAfter;

export const asFailed = (message: LiveMessage): LiveMessage => ({ ...message, ...ended('failed') });

/** Shown in place of an answer that is pending without streaming here (B4.20, B4.21). */
export const pendingText = (message: Message, online: boolean): string => {
  if (!online) return 'Your device is offline, response will be fetched when connection is restored.';
  const restored = message.networkError ? 'Connection restored. ' : '';
  return `${restored}Waiting for response to complete streaming`;
};

export const failedText = 'Failed to generate response. Please try again.';
