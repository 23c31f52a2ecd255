import { createContext, useContext } from 'react';
import type { LiveMessage } from '../reply/reply.ts';

/** The person's own chat on the screen, whose context they can see and change. */
export interface OwnChat {
  readonly chatId: string;
  /** The screen has time for what nobody waits for. */
  readonly settled: boolean;
  /** Its messages as they are now, as far as they are loaded. */
  readonly messages: () => readonly Pick<LiveMessage, '_id' | 'prompt'>[];
  /** Scrolls to one of its messages, also where it is on another branch. */
  readonly show: (messageId: string) => void;
}

/** Absent in what others shared. */
export const OwnChatContext = createContext<OwnChat | undefined>(undefined);

export const useOwnChat = (): OwnChat | undefined => useContext(OwnChatContext);
