import { createContext, useContext } from 'react';
import type { VersionsModel } from './versions.model.ts';

/** Undefined if nothing can be edited: in a shared chat, and without a plan. */
export const VersionsContext = createContext<VersionsModel | undefined>(undefined);

export const useVersions = (): VersionsModel | undefined => useContext(VersionsContext);
