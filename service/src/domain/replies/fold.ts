import { agentDraft } from '@atrium/shared-kernel/contracts/entities/agent';
import type { ReplyEvent, ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { withOmission } from '@atrium/shared-kernel/contracts/entities/omission';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { omissionsOf } from '../context/omissions.ts';

/** What a reply's events make of its message. */
export interface Draft {
  readonly content: string;
  readonly thoughts: readonly string[];
  /** A JSON-encoded list of URLs. */
  readonly citations: string | null;
  /** What the model was not given: a JSON-encoded list. */
  readonly omissions: string | null;
  /** The agent that an interview led to, as JSON. */
  readonly context: string | null;
  readonly assistantFileUrl: string | null;
  readonly assistantFileType: string | null;
  readonly modal: string | null;
  /** What the model is busy with, until it writes. */
  readonly loadingText: string | null;
}

export const emptyDraft: Draft = {
  content: '',
  thoughts: [],
  citations: null,
  omissions: null,
  context: null,
  assistantFileUrl: null,
  assistantFileType: null,
  modal: null,
  loadingText: null,
};

/** The draft after one more event; events that leave no trace in the message leave the draft as it is. */
export const fold = (draft: Draft, event: ReplyEvent | ReplyItem): Draft => {
  switch (event.type) {
    case 'text':
      return { ...draft, content: draft.content + event.text, loadingText: null };
    case 'textFinal':
      return { ...draft, content: event.text };
    case 'system':
      return { ...draft, loadingText: event.text };
    case 'thought':
      return { ...draft, thoughts: [...draft.thoughts, event.text] };
    case 'citations':
      return { ...draft, citations: JSON.stringify(event.urls) };
    case 'omission':
      return { ...draft, omissions: JSON.stringify(withOmission(omissionsOf(draft.omissions), event.omission)) };
    case 'function':
      return { ...draft, context: JSON.stringify(event.agent) };
    case 'image':
      return { ...draft, assistantFileUrl: event.url, assistantFileType: 'image' };
    case 'document':
      return { ...draft, assistantFileUrl: event.url, assistantFileType: event.fileType };
    case 'modal':
      return { ...draft, modal: event.modal };
    default:
      return draft;
  }
};

export const isEmpty = ({ content, assistantFileUrl }: Draft): boolean =>
  content.trim() === '' && assistantFileUrl === null;

/** A finished message as a follower needs it who has read its reply only up to some event. */
export interface Finished extends Omit<Draft, 'loadingText'> {
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
 * The rest of a finished reply for a follower who knows its events up to `after`: events that are told once, as
 * thoughts, only where none was known; what replaces is told again.
 */
export const restOf = (message: Finished, after: number): ReplyItem[] => {
  const { assistantFileUrl: url, assistantFileType: fileType } = message;
  const outcome = message.failed ? 'failed' : message.stopped ? 'stopped' : 'complete';
  const events: ReplyEvent[] = [
    { type: 'chatId', chatId: message.chatId },
    { type: 'id', id: message.messageId },
    ...(message.modal ? [{ type: 'modal' as const, modal: message.modal }] : []),
    ...(after > 0 ? [] : message.thoughts.map((text) => ({ type: 'thought' as const, text }))),
    ...omissionsOf(message.omissions).map((omission) => ({ type: 'omission' as const, omission })),
    ...(message.citations ? [{ type: 'citations' as const, urls: urlsOf(message.citations) }] : []),
    ...(url && fileType === 'image' ? [{ type: 'image' as const, url }] : []),
    ...(url && fileType && fileType !== 'image'
      ? [{ type: 'document' as const, url, fileType, name: nameOf(url) }]
      : []),
    ...(message.context ? [functionOf(message.context)] : []),
    { type: 'textFinal', text: message.content },
    { type: 'end', outcome },
  ];
  return events.map((event, index) => ({ ...event, seq: after + 1 + index }));
};

const functionOf = (context: string): ReplyEvent => ({
  type: 'function',
  function: 'agentCreator',
  agent: schemaFor(agentDraft).parse(JSON.parse(context)),
});

const nameOf = (url: string): string => decodeURIComponent(url.split('/').at(-1) ?? '');
