import { createContext } from 'react';

/** Lite mode, for text in small spaces such as footnotes: its code has no header and no controls (B4.51). */
export const Lite = createContext(false);
