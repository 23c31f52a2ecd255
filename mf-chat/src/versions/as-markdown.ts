import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import { citationsOf } from '../reply/reply.ts';

/** An answer as Markdown that stands alone: below it the list of its sources. */
export const asMarkdown = (message: Pick<Message, 'content' | 'citations'>): string => {
  const sources = citationsOf(message).map((url, index) => `${index + 1}. <${url}>`);
  const text = message.content.trim();
  return sources.length === 0 ? text : [text, '', 'Sources:', '', ...sources].join('\n');
};
