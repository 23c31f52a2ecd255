import { createContext, useContext } from 'react';
import type { LiveMessage } from '../reply/reply.ts';

/** A chat of one's own on the screen, whose context can be looked at and changed. */
export interface OwnChat {
  readonly chatId: string;
  /** The screen has time for what nobody waits for. */
  readonly settled: boolean;
  /** Its messages as they are now, as far as they are loaded. */
  readonly messages: () => readonly Pick<LiveMessage, '_id' | 'prompt'>[];
  /** Scrolls to a message of it, also one of another branch. */
  readonly show: (messageId: string) => void;
}

/** Absent in what others shared. */
export const OwnChatContext = createContext<OwnChat | undefined>(undefined);

export const useOwnChat = (): OwnChat | undefined => useContext(OwnChatContext);
