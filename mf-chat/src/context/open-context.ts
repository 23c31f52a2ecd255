import * as dialogs from '#contracts/dialogs';
import { contextLists } from '@atrium/shared-kernel/contracts/constants';
import { useHost } from '../remote.ts';
import type { OwnChat } from './own-chat.ts';

/** What the dialog was closed for: to see a message, or the memories. */
export type Next = { readonly message: string } | { readonly memories: true };

const isNext = (result: unknown): result is Next =>
  typeof result === 'object' && result !== null && ('message' in result || 'memories' in result);

/** Characters of a prompt by which a message is known again. */
const excerpt = 160;

/** Prompts of a list at most: more than a report names, for those that are pinned further up. */
const mostPrompts = 10 * contextLists.turns;

/** Opens the dialog with the context of a chat or of one message, and goes to what is chosen there. */
export const useOpenContext = ({ chatId, messages, show }: OwnChat) => {
  const { dialogs: opened, layout } = useHost();
  return async (messageId?: string): Promise<void> => {
    const prompts = messages()
      .slice(-mostPrompts)
      .map(({ _id, prompt }) => ({ messageId: _id, text: prompt.slice(0, excerpt) }));
    const result = await opened.open(dialogs.chat.context, { chatId, messageId, prompts });
    if (!isNext(result)) return;
    if ('message' in result) show(result.message);
    else layout.setBar('right', true);
  };
};
