import { createContext } from 'react';

/** The chat whose messages other remotes may act on; undefined for none. */
export const ChatContext = createContext<string | undefined>(undefined);
