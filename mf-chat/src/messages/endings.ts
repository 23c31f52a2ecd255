import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';

/** Whether this says how an answer came about or ended, not what it was written without. */
export const isOutcome = ({ kind }: Omission): boolean => /^(answer-(ended|filtered)|model-replaced)$/.test(kind);
