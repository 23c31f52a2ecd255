import { createContext } from 'react';
import type { Passage } from '@atrium/shared-kernel/contracts/entities/passage';

/** The file passages that the surrounding answer cites. Undefined until they are known. */
export const CitedPassages = createContext<readonly Passage[] | undefined>(undefined);
