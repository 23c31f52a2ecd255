import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';

/** Whether this says how an answer ended, not what it was written without. */
export const isEnding = ({ kind }: Omission): boolean => kind === 'answer-ended' || kind === 'answer-filtered';
