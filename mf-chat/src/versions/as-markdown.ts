import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import { citationsIn } from '@atrium/shared-kernel/markdown/citations';

/** An answer as Markdown that stands alone: below it the list of its sources. */
export const asMarkdown = (message: Pick<Message, 'content' | 'citations'>): string => {
  const sources = citationsIn(message.citations).map((url, index) => `${index + 1}. <${url}>`);
  const text = message.content.trim();
  return sources.length === 0 ? text : [text, '', 'Sources:', '', ...sources].join('\n');
};
