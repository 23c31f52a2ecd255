import type { Message } from '../contracts/entities/chat.ts';
import { withOmission } from '../contracts/entities/omission.ts';
import type { ReplyEvent } from '../contracts/entities/stream.ts';

/** The part of a message that the events of its reply produce. */
export type Reply = Pick<
  Message,
  | 'content'
  | 'thoughts'
  | 'loadingText'
  | 'citations'
  | 'omissions'
  | 'passages'
  | 'context'
  | 'assistantFileUrl'
  | 'assistantFileType'
  | 'modal'
  | 'model'
  | 'failure'
> & {
  /** The thought that is still being written. */
  readonly thinking?: string | undefined;
};

/** The changes that one event makes to a reply (B4.11). The service stores the same as the screen shows. */
export const replyChange = (
  { content, thoughts, thinking = '', omissions }: Reply,
  event: ReplyEvent,
): Partial<Reply> => {
  switch (event.type) {
    case 'text':
      return { content: content + event.text, loadingText: undefined };
    case 'textFinal':
      return { content: event.text, loadingText: undefined };
    case 'system':
      return { loadingText: event.text };
    case 'thought':
      return { thoughts: [...thoughts, event.text], thinking: undefined };
    case 'thinking':
      return { thinking: thinking + event.text };
    case 'citations':
      return { citations: JSON.stringify(event.urls) };
    case 'image':
      return { assistantFileUrl: event.url, assistantFileType: 'image' };
    case 'document':
      return { assistantFileUrl: event.url, assistantFileType: event.fileType };
    case 'modal':
      return { modal: event.modal, model: event.model };
    case 'omission':
      return { omissions: withOmission(omissions, event.omission) };
    case 'passages':
      return { passages: event.passages };
    case 'function':
      return { context: JSON.stringify(event.agent) };
    case 'end':
      return event.failure === undefined ? {} : { failure: event.failure };
    // The other events concern the chat, the position of the message in it, or its state.
    default:
      return {};
  }
};

/** All thoughts so far, including the one that is still being written. */
export const thoughtsOf = ({ thoughts, thinking }: Pick<Reply, 'thoughts' | 'thinking'>): string[] =>
  thinking ? [...thoughts, thinking] : thoughts;

export const emptyReply: Reply = { content: '', thoughts: [] };

/** The reply after one more event. */
export const reduceReply = (reply: Reply, event: ReplyEvent): Reply => ({ ...reply, ...replyChange(reply, event) });
