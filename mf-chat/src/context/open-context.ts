import * as dialogs from '#contracts/dialogs';
import { contextLists } from '@atrium/shared-kernel/contracts/constants';
import { useHost } from '../remote.ts';
import type { OwnChat } from './own-chat.ts';

/** What the user chose in the dialog: to see a message, or the memories. */
export type Next = { readonly message: string } | { readonly memories: true };

const isNext = (result: unknown): result is Next =>
  typeof result === 'object' && result !== null && ('message' in result || 'memories' in result);

/** Characters of a prompt, enough to recognize a message by. */
const excerpt = 160;

/** The most prompts to pass on. More than a report lists, to cover messages that are pinned further up. */
const maxPrompts = 10 * contextLists.turns;

/** Opens the dialog with the context of a chat or of one message, and navigates to what is chosen there. */
export const useOpenContext = ({ chatId, messages, show }: OwnChat) => {
  const { dialogs: opened, layout } = useHost();
  return async (messageId?: string): Promise<void> => {
    const prompts = messages()
      .slice(-maxPrompts)
      .map(({ _id, prompt }) => ({ messageId: _id, text: prompt.slice(0, excerpt) }));
    const result = await opened.open(dialogs.chat.context, { chatId, messageId, prompts });
    if (!isNext(result)) return;
    if ('message' in result) show(result.message);
    else layout.setBar('right', true);
  };
};
