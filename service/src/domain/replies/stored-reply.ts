import { fileNameIn } from '@atrium/shared-kernel/contracts/file-name';
import { agentDraft } from '@atrium/shared-kernel/contracts/entities/agent';
import type { ReplyEvent, ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { type Reply, thoughtsOf } from '@atrium/shared-kernel/replies';
import { omissionsOf } from '../context/omissions.ts';
import { passagesOf } from '../passages/cited.ts';

/** A reply in the form in which its message stores it. */
export interface StoredReply {
  readonly content: string;
  readonly thoughts: readonly string[];
  /** A JSON-encoded list of URLs. */
  readonly citations: string | null;
  /** What was left out of the request: a JSON-encoded list. */
  readonly omissions: string | null;
  /** The passages of files that the answer cites: a JSON-encoded list. */
  readonly passages: string | null;
  /** The agent that an interview led to, as JSON. */
  readonly context: string | null;
  readonly assistantFileUrl: string | null;
  readonly assistantFileType: string | null;
  readonly modal: string | null;
  /** The catalog's id of the model. */
  readonly model: string | null;
  /** Why it failed, if known. */
  readonly failure: string | null;
}

export const storedReply = (reply: Reply): StoredReply => ({
  content: reply.content,
  thoughts: thoughtsOf(reply),
  citations: reply.citations ?? null,
  omissions: reply.omissions ? JSON.stringify(reply.omissions) : null,
  passages: reply.passages ? JSON.stringify(reply.passages) : null,
  context: reply.context ?? null,
  assistantFileUrl: reply.assistantFileUrl ?? null,
  assistantFileType: reply.assistantFileType ?? null,
  modal: reply.modal ?? null,
  model: reply.model ?? null,
  failure: reply.failure ?? null,
});

/** A finished message, for a follower that has received only part of its events. */
export interface Finished extends StoredReply {
  readonly chatId: string;
  readonly messageId: string;
  readonly failed: boolean;
  readonly stopped: boolean;
}

const urlsOf = (citations: string): string[] => {
  const parsed: unknown = JSON.parse(citations);
  return Array.isArray(parsed) ? parsed.filter((url) => typeof url === 'string') : [];
};

/**
 * The remaining events of a finished reply for a follower that has its events up to `after`. Events that only add, such
 * as thoughts, are sent only to a follower that has none yet; events that replace are sent again.
 */
export const remainingItems = (message: Finished, after: number): ReplyItem[] => {
  const { assistantFileUrl: url, assistantFileType: fileType } = message;
  const outcome = message.failed ? 'failed' : message.stopped ? 'stopped' : 'complete';
  const events: ReplyEvent[] = [
    { type: 'chatId', chatId: message.chatId },
    { type: 'id', id: message.messageId },
    ...(message.modal ? [modelOf(message.modal, message.model)] : []),
    ...(after > 0 ? [] : message.thoughts.map((text) => ({ type: 'thought' as const, text }))),
    ...omissionsOf(message.omissions).map((omission) => ({ type: 'omission' as const, omission })),
    ...(message.citations ? [{ type: 'citations' as const, urls: urlsOf(message.citations) }] : []),
    ...(url && fileType === 'image' ? [{ type: 'image' as const, url }] : []),
    ...(url && fileType && fileType !== 'image'
      ? [{ type: 'document' as const, url, fileType, name: fileNameIn(url) }]
      : []),
    ...(message.context ? [functionOf(message.context)] : []),
    { type: 'textFinal', text: message.content },
    ...(message.passages ? [{ type: 'passages' as const, passages: passagesOf(message.passages) }] : []),
    { type: 'end', outcome, ...(message.failed && message.failure ? { failure: message.failure } : {}) },
  ];
  return events.map((event, index) => ({ ...event, seq: after + 1 + index }));
};

const modelOf = (modal: string, model: string | null): ReplyEvent => ({
  type: 'modal',
  modal,
  ...(model ? { model } : {}),
});

const functionOf = (context: string): ReplyEvent => ({
  type: 'function',
  function: 'agentCreator',
  agent: schemaFor(agentDraft).parse(JSON.parse(context)),
});
