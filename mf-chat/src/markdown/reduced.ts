import { createContext } from 'react';

/** Lite mode: text in a small place, as a footnote, whose code has no head and no controls (B4.51). */
export const Lite = createContext(false);
