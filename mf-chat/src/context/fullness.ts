import type { ContextReport } from '@atrium/shared-kernel/contracts/entities/context';

/** Percentage of the limit from which a context counts as nearly full. */
const nearlyFullFrom = 85;

/** How full a context is, in whole percent from 0 to 100, and whether it is nearly full. */
export const fullnessOf = ({ used, limit }: Pick<ContextReport, 'used' | 'limit'>) => {
  const percent = limit === 0 ? 0 : Math.min(100, Math.round((100 * used) / limit));
  return { percent, nearlyFull: percent >= nearlyFullFrom };
};

const numbers = new Intl.NumberFormat('en-US');
export const formatted = (count: number): string => numbers.format(count);
