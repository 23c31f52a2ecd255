import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';

/** Whether an omission tells how the answer came about or ended, rather than what it was written without. */
export const isOutcome = ({ kind }: Omission): boolean => /^(answer-(ended|filtered)|model-replaced)$/.test(kind);
