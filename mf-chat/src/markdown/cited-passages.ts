import { createContext } from 'react';
import type { Passage } from '@atrium/shared-kernel/contracts/entities/passage';

/** The passages of files that the answer around a text cites; undefined while they are not known. */
export const CitedPassages = createContext<readonly Passage[] | undefined>(undefined);
