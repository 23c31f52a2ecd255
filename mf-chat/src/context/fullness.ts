import type { ContextReport } from '@atrium/shared-kernel/contracts/entities/context';

/** Percent of its limit above which a context is nearly full. */
const nearlyAbove = 85;

/** How full a context is, in whole percent from 0 to 100, and whether little more fits. */
export const fullnessOf = ({ used, limit }: Pick<ContextReport, 'used' | 'limit'>) => {
  const percent = limit === 0 ? 0 : Math.min(100, Math.round((100 * used) / limit));
  return { percent, nearlyFull: percent >= nearlyAbove };
};

const numbers = new Intl.NumberFormat('en-US');
export const formatted = (count: number): string => numbers.format(count);
