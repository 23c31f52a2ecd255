import { createContext } from 'react';

/** Shows all of a long text when it is mounted, for example on paper, where nothing can appear later. */
export const RenderWhole = createContext(false);
