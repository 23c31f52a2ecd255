import { createContext, useContext } from 'react';
import type { VersionsModel } from './versions.model.ts';

/** Absent where nothing can be edited: in a chat that somebody shared, and without a plan. */
export const VersionsContext = createContext<VersionsModel | undefined>(undefined);

export const useVersions = (): VersionsModel | undefined => useContext(VersionsContext);
