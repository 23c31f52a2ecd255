import { createContext } from 'react';

/** All of a long text is shown as it is mounted, as on paper: there is no later. */
export const RenderWhole = createContext(false);
