import { createContext, useContext } from 'react';
import type { LiveMessage } from '../reply/reply.ts';

/** The user's own chat on the screen, whose context they can see and change. */
export interface OwnChat {
  readonly chatId: string;
  /** The screen has settled, so work that nobody waits for may start. */
  readonly settled: boolean;
  /** Its messages that are loaded at the moment. */
  readonly messages: () => readonly Pick<LiveMessage, '_id' | 'prompt'>[];
  /** Scrolls to one of its messages, even if it is on another branch. */
  readonly show: (messageId: string) => void;
}

/** Undefined in chats that others shared. */
export const OwnChatContext = createContext<OwnChat | undefined>(undefined);

export const useOwnChat = (): OwnChat | undefined => useContext(OwnChatContext);
